import { submitClientLogsV2Contract } from '#lib/chat/contracts/submit-client-logs-v2.ts';
import { submitClientLogs } from '#lib/chat/submit-client-logs.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(submitClientLogsV2Contract, async ({ params, headers, body }) => {
  await submitClientLogs(params.sessionId, body.clientLogs, headers.origin);
  return { body: { message: 'Logs successfully saved.' } };
});
