import { submitClientLogsContract } from '#lib/chat/contracts/submit-client-logs.ts';
import { submitClientLogs } from '#lib/chat/submit-client-logs.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(submitClientLogsContract, async ({ params, headers, body }) => {
  await submitClientLogs(params.sessionId, body.clientLogs, headers.origin);
  return { body: { message: 'Logs successfully saved.' } };
});
