import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { SESSION_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const updateSessionBotContract = defineEndpoint({
  id: 'update-session-bot',
  method: 'POST',
  path: '/v1/sessions/{sessionId}/updateBot',
  api: 'chat',
  auth: 'bearer',
  role: 'editor',
  summary: 'Update a chat to the current release',
  description:
    'Moves a running conversation to the currently published release. It continues at the waiting block, and variables ' +
    'keep their values. Otherwise, a conversation stays on the release it began with.',
  request: { params: z.object({ sessionId: z.string() }) },
  response: () => z.object({ message: z.string() }),
  errors: ['CONFLICT'],
  table: { reads: ['SESSION', 'BOT'], writes: ['SESSION'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { sessionId: SESSION_ID },
      response: { message: 'success' },
    },
  };
}
