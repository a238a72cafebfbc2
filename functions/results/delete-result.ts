import { deleteResult } from '#lib/jobs/erasure/delete-results.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { deleteResultContract } from './delete-result.contract.ts';

export const handler = endpointHandler(deleteResultContract, async ({ params, caller }) => {
  return { body: await deleteResult(params.botId, params.resultId, caller) };
});
