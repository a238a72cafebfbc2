import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeClientLogs } from '#functions/example-data.ts';
import { clientLog, MAX_ENTRIES_PER_REQUEST } from '#lib/chat/client-log-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const submitClientLogsContract = defineEndpoint({
  id: 'submit-client-logs',
  method: 'POST',
  path: '/v1/sessions/{sessionId}/clientLogs',
  api: 'chat',
  auth: 'none',
  summary: 'Submit client logs',
  description:
    "Stores log entries from a respondent's browser with the session's result. Accepted until the session expires. " +
    'Needs no token: the session id is enough. `status` defaults to "error".',
  request: {
    params: z.object({ sessionId: z.string() }),
    headers: z.object({ origin: z.string().optional() }),
    body: z.object({ clientLogs: z.array(clientLog).min(1).max(MAX_ENTRIES_PER_REQUEST) }),
  },
  response: () => z.object({ message: z.string() }),
  errors: ['FORBIDDEN', 'TOO_MANY_REQUESTS'],
  table: { reads: ['SESSION'], writes: ['SESSION', 'LOGS'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: makeClientLogs(),
  };
}
