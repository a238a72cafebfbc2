import { submitClientLogs } from '#lib/chat/submit-client-logs.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { submitClientLogsV2Contract } from './submit-client-logs-v2.contract.ts';

export const handler = endpointHandler(submitClientLogsV2Contract, async ({ params, headers, body }) => {
  await submitClientLogs(params.sessionId, body.clientLogs, headers.origin);
  return { body: { message: 'Logs successfully saved.' } };
});
