import { getJob } from '#lib/jobs/get-job.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getJobContract } from './get-job.contract.ts';

export const handler = endpointHandler(getJobContract, async ({ params, caller }) => {
  return { body: { job: await getJob(params.workspaceId, params.jobId, caller) } };
});
