import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listResultLogs } from '#lib/results/list-result-logs.ts';
import { listResultLogsContract } from './list-result-logs.contract.ts';

export const handler = endpointHandler(listResultLogsContract, async ({ params, query, caller }) => {
  return { body: await listResultLogs(params.botId, params.resultId, query, caller) };
});
