import { endpointHandler } from '#lib/http/pipeline.ts';
import { listJobsContract } from '#lib/jobs/contracts/list-jobs.ts';
import { listJobs } from '#lib/jobs/list-jobs.ts';

export const handler = endpointHandler(listJobsContract, async ({ params, query, caller }) => {
  const { items, nextCursor } = await listJobs(params.workspaceId, query, caller);
  return { body: { jobs: items, ...(nextCursor !== undefined && { nextCursor }) } };
});
