import { listJobs } from '#lib/jobs/list-jobs.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listJobsContract } from './list-jobs.contract.ts';

export const handler = endpointHandler(listJobsContract, async ({ params, query, caller }) => {
  const { items, nextCursor } = await listJobs(params.workspaceId, query, caller);
  return { body: { jobs: items, ...(nextCursor !== undefined && { nextCursor }) } };
});
