import { endpointHandler } from '#lib/http/pipeline.ts';
import { submitClientLogsContract } from '#lib/logs/contracts/submit-client-logs.ts';
import { submitClientLogs } from '#lib/logs/submit-client-logs.ts';

export const handler = endpointHandler(submitClientLogsContract, async ({ params, headers, body }) => {
  await submitClientLogs(params.sessionId, body.clientLogs, headers.origin);
  return { body: { message: 'Logs successfully saved.' } };
});
