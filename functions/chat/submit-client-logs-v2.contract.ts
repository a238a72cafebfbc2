import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeClientLogs } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { submitClientLogsContract } from './submit-client-logs.contract.ts';

/** The same operation under the path that newer clients call. */
export const submitClientLogsV2Contract = defineEndpoint({
  ...submitClientLogsContract,
  id: 'submit-client-logs-v2',
  path: '/v2/sessions/{sessionId}/clientLogs',
  summary: 'Submit client logs (v2)',
  description: `${submitClientLogsContract.description} Same as version 1, under the path that newer clients call.`,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: makeClientLogs(),
  };
}
