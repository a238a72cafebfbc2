import { endpointHandler } from '#lib/http/pipeline.ts';
import { getResultContract } from '#lib/results/contracts/get-result.ts';
import { getResult } from '#lib/results/get-result.ts';

export const handler = endpointHandler(getResultContract, async ({ params, caller }) => {
  return { body: { result: await getResult(params.botId, params.resultId, caller) } };
});
