import { endpointHandler } from '#lib/http/pipeline.ts';
import { listResultLogsContract } from '#lib/results/contracts/list-result-logs.ts';
import { listResultLogs } from '#lib/results/list-result-logs.ts';

export const handler = endpointHandler(listResultLogsContract, async ({ params, query, caller }) => {
  return { body: await listResultLogs(params.botId, params.resultId, query, caller) };
});
