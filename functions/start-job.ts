import { endpointHandler } from '#lib/http/pipeline.ts';
import { startJobContract } from '#lib/jobs/contracts/start-job.ts';
import { presentJob } from '#lib/jobs/present-job.ts';
import { startJob } from '#lib/jobs/start-job.ts';

export const handler = endpointHandler(startJobContract, async ({ params, body, caller, newId }) => {
  return { body: { job: presentJob(await startJob(params.workspaceId, body, caller, newId)) } };
});
