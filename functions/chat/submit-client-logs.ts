import { submitClientLogs } from '#lib/chat/submit-client-logs.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { submitClientLogsContract } from './submit-client-logs.contract.ts';

export const handler = endpointHandler(submitClientLogsContract, async ({ params, headers, body }) => {
  await submitClientLogs(params.sessionId, body.clientLogs, headers.origin);
  return { body: { message: 'Logs successfully saved.' } };
});
