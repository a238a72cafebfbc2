import { endpointHandler } from '#lib/http/pipeline.ts';
import { listResultsContract } from '#lib/results/contracts/list-results.ts';
import { listResults } from '#lib/results/list-results.ts';

export const handler = endpointHandler(listResultsContract, async ({ params, query, caller }) => {
  return { body: await listResults(params.botId, query, caller) };
});
