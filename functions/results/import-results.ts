import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { importResults } from '#lib/results/import/import-results.ts';
import { importResultsContract } from './import-results.contract.ts';

export const handler = endpointHandler(importResultsContract, async ({ params, body, caller }) => {
  return { body: await importResults(params.botId, { results: body.results }, caller) };
});
