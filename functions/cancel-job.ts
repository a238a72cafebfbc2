import { endpointHandler } from '#lib/http/pipeline.ts';
import { cancelJobAs } from '#lib/jobs/cancel-job.ts';
import { cancelJobContract } from '#lib/jobs/contracts/cancel-job.ts';

export const handler = endpointHandler(cancelJobContract, async ({ params, caller }) => {
  return { body: { job: await cancelJobAs(params.workspaceId, params.jobId, caller) } };
});
