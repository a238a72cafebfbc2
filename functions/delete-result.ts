import { endpointHandler } from '#lib/http/pipeline.ts';
import { deleteResultContract } from '#lib/results/contracts/delete-result.ts';
import { deleteResult } from '#lib/results/delete-results.ts';

export const handler = endpointHandler(deleteResultContract, async ({ params, caller }) => {
  return { body: await deleteResult(params.botId, params.resultId, caller) };
});
