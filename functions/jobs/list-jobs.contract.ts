import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeJob, WORKSPACE_ID } from '#functions/example-data.ts';
import { jobView } from '#lib/jobs/job-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const listJobsContract = defineEndpoint({
  id: 'list-jobs',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/jobs',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List the jobs of a workspace',
  description: 'Returns a page of jobs, newest first. A job started just now may take a second to appear.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    query: z.object({
      cursor: z.string().optional(),
      limit: z
        .string()
        .regex(/^([1-9][0-9]?|100)$/, { message: 'Must be a number from 1 to 100' })
        .optional(),
    }),
  },
  response: () => z.object({ jobs: z.array(jobView), nextCursor: z.string().optional() }),
  errors: [],
  table: { reads: ['JOB'], lists: ['jobs'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      query: { limit: '1' },
      response: { jobs: [makeJob()] },
    },
  };
}
