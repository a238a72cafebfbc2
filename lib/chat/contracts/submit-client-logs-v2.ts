import { defineEndpoint } from '#lib/http/contract.ts';
import { submitClientLogsContract } from './submit-client-logs.ts';

/** The same request under the path that newer clients use. */
export const submitClientLogsV2Contract = defineEndpoint({
  ...submitClientLogsContract,
  id: 'submit-client-logs-v2',
  path: '/v2/sessions/{sessionId}/clientLogs',
  summary: 'Submit client logs (v2)',
  description: `${submitClientLogsContract.description} The same as version 1, for clients that know this path.`,
});
