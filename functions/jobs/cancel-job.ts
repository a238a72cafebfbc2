import { cancelJob } from '#lib/jobs/cancel-job.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { cancelJobContract } from './cancel-job.contract.ts';

export const handler = endpointHandler(cancelJobContract, async ({ params, caller }) => {
  return { body: { job: await cancelJob(params.workspaceId, params.jobId, caller) } };
});
