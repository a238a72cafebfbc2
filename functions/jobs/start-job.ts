import { presentJob } from '#lib/jobs/present-job.ts';
import { startJob } from '#lib/jobs/start-job.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { startJobContract } from './start-job.contract.ts';

export const handler = endpointHandler(startJobContract, async ({ params, body, caller, newId }) => {
  return { body: { job: presentJob(await startJob(params.workspaceId, { ...body, newId }, caller)) } };
});
