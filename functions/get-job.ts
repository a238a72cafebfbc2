import { endpointHandler } from '#lib/http/pipeline.ts';
import { getJobContract } from '#lib/jobs/contracts/get-job.ts';
import { getJob } from '#lib/jobs/get-job.ts';

export const handler = endpointHandler(getJobContract, async ({ params, caller }) => {
  return { body: { job: await getJob(params.workspaceId, params.jobId, caller) } };
});
