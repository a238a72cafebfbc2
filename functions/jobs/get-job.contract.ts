import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { JOB_ID, makeJob, UPDATED_AT, WORKSPACE_ID } from '#functions/example-data.ts';
import { exportedFile, jobView } from '#lib/jobs/job-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const getJobContract = defineEndpoint({
  id: 'get-job',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/jobs/{jobId}',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get a job',
  description:
    'Returns a job with its progress, which can lag behind while the job runs. If a deletion was interrupted, ' +
    'the numbers are lower bounds, and `progress.isLowerBound` is true. `error` says why a job failed. A ' +
    'finished export has a `file`, which anyone can download from `url` until `urlExpiresAt`, 15 minutes from now; ' +
    'repeat the request to get a new URL. The file is deleted at `expiresAt`, 7 days after the export began; from ' +
    'then on, `isExpired` is true and `url` is null.',
  request: { params: z.object({ workspaceId: z.string(), jobId: z.string() }) },
  response: () => z.object({ job: jobView.extend({ file: exportedFile.nullable() }) }),
  errors: [],
  table: { reads: ['JOB'] },
  readsExports: true,
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID, jobId: JOB_ID },
      response: {
        job: {
          ...makeJob(),
          state: 'running',
          progress: { results: 12_400 },
          startedAt: UPDATED_AT,
          file: null,
        },
      },
    },
  };
}
