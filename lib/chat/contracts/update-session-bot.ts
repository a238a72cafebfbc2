import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';

export const updateSessionBotContract = defineEndpoint({
  id: 'update-session-bot',
  method: 'POST',
  path: '/v1/sessions/{sessionId}/updateBot',
  api: 'chat',
  auth: 'bearer',
  role: 'editor',
  summary: 'Bring a chat up to date',
  description:
    'Lets a running conversation go on with what is published now, from the block that waits. Variables keep their ' +
    'values. By itself a conversation keeps the release that it began with.',
  request: { params: z.object({ sessionId: z.string() }) },
  response: z.object({ message: z.string() }),
  errors: ['CONFLICT'],
  table: { reads: ['SESSION', 'BOT'], writes: ['SESSION'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
