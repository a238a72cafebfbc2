import { endpointHandler } from '#lib/http/pipeline.ts';
import { deleteResultsContract } from '#lib/results/contracts/delete-results.ts';
import { deleteResults } from '#lib/results/delete-results.ts';

export const handler = endpointHandler(deleteResultsContract, async ({ params, body, caller }) => {
  return { body: await deleteResults(params.botId, body, caller) };
});
