import { CALL_LIMITS, deleteResults } from '#lib/jobs/erasure/delete-results.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { deleteResultsContract } from './delete-results.contract.ts';

export const handler = endpointHandler(deleteResultsContract, async ({ params, body, caller }) => {
  return { body: await deleteResults(params.botId, body, CALL_LIMITS, caller) };
});
