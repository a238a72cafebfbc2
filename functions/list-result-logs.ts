import { endpointHandler } from '#lib/http/pipeline.ts';
import { listResultLogsContract } from '#lib/logs/contracts/list-result-logs.ts';
import { listResultLogs } from '#lib/logs/list-result-logs.ts';

export const handler = endpointHandler(listResultLogsContract, async ({ params, query, caller }) => {
  return { body: await listResultLogs(params.botId, params.resultId, query, caller) };
});
