import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getResult } from '#lib/results/get-result.ts';
import { getResultContract } from './get-result.contract.ts';

export const handler = endpointHandler(getResultContract, async ({ params, caller }) => {
  return { body: { result: await getResult(params.botId, params.resultId, caller) } };
});
