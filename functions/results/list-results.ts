import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listResults } from '#lib/results/list-results.ts';
import { listResultsContract } from './list-results.contract.ts';

export const handler = endpointHandler(listResultsContract, async ({ params, query, caller }) => {
  return { body: await listResults(params.botId, query, caller) };
});
