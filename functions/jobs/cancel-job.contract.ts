import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { JOB_ID, makeJob, UPDATED_AT, WORKSPACE_ID } from '#functions/example-data.ts';
import { jobView } from '#lib/jobs/job-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const cancelJobContract = defineEndpoint({
  id: 'cancel-job',
  method: 'POST',
  path: '/v1/workspaces/{workspaceId}/jobs/{jobId}/cancel',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Cancel a job',
  description:
    'Cancels a job. A running job stops within seconds and then has the `state` `cancelled`. Work that is already ' +
    'done is not undone. A finished job does not change. Erasing a workspace cannot be cancelled once it has begun.',
  request: { params: z.object({ workspaceId: z.string(), jobId: z.string() }) },
  response: () => z.object({ job: jobView }),
  errors: ['CONFLICT'],
  table: { reads: ['JOB'], writes: ['JOB'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID, jobId: JOB_ID },
      response: { job: { ...makeJob(), state: 'cancelled', endedAt: UPDATED_AT } },
    },
  };
}
