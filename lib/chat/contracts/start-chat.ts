import * as z from 'zod';
import { startFields, startResponse } from '#lib/chat/chat-schema.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

export const startChatContract = defineEndpoint({
  id: 'start-chat',
  method: 'POST',
  // API Gateway requires the same parameter name in all paths below /v1/bots. Here its value is the publicId.
  path: '/v1/bots/{bot}/startChat',
  api: 'chat',
  auth: 'none',
  summary: 'Start a chat',
  description:
    'Begins a conversation with a published bot, by its publicId: answers what the bot says and what it asks. Needs no ' +
    'token; the session id that it gives is the capability for everything after. `resultId` names an earlier result to ' +
    'go on with, where the settings of the bot remember its users.',
  request: {
    params: z.object({ bot: z.string() }),
    headers: z.object({ origin: z.string().optional() }),
    body: z.looseObject({ ...startFields, resultId: text.optional() }).optional(),
  },
  response: startResponse,
  errors: ['FORBIDDEN'],
  table: { reads: ['BOT', 'PUBLIC_ID', 'RESULT'], writes: ['SESSION', 'RESULT', 'LOGS', 'STATS', 'QUOTA'] },
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: 29,
});
