import { endpointHandler } from '#lib/http/pipeline.ts';
import { importResultsContract } from '#lib/results/contracts/import-results.ts';
import { importResults } from '#lib/results/import/import-results.ts';

export const handler = endpointHandler(importResultsContract, async ({ params, body, caller }) => {
  return { body: await importResults(params.botId, body.results, caller) };
});
