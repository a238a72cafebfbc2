import { cancelJobAs } from '#lib/jobs/cancel-job.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { cancelJobContract } from './cancel-job.contract.ts';

export const handler = endpointHandler(cancelJobContract, async ({ params, caller }) => {
  return { body: { job: await cancelJobAs(params.workspaceId, params.jobId, caller) } };
});
