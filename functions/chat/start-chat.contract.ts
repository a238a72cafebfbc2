import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import {
  makeChattingBot,
  makeGreeting,
  makeQuestion,
  RESULT_ID,
  SESSION_ID,
} from '#functions/example-data.ts';
import { startFields, startResponse } from '#lib/chat/chat-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const startChatContract = defineEndpoint({
  id: 'start-chat',
  method: 'POST',
  // API Gateway requires one parameter name for all paths under /v1/bots. Here the value is a publicId.
  path: '/v1/bots/{bot}/startChat',
  api: 'chat',
  auth: 'none',
  summary: 'Start a chat',
  description:
    "Starts a conversation with the bot published under this publicId and returns the bot's first messages. Needs no " +
    'token: whoever has the returned session id can continue the chat. If the bot is set to remember its users, ' +
    '`resultId` continues an earlier result. If the operator limits the chats that a workspace may start in a day, starts above ' +
    'the limit get 429 until midnight UTC.',
  request: {
    params: z.object({ bot: z.string() }),
    headers: z.object({ origin: z.string().optional() }),
    body: z.looseObject({ ...startFields, resultId: text.nullish() }).optional(),
  },
  response: () => startResponse(),
  errors: ['FORBIDDEN'],
  table: { reads: ['BOT', 'PUBLIC_ID', 'RESULT'], writes: ['SESSION', 'RESULT', 'LOGS', 'STATS', 'QUOTA'] },
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { bot: 'bakery-orders-rj3dtm' },
      body: { prefilledVariables: { Source: 'newsletter' } },
      response: {
        sessionId: SESSION_ID,
        resultId: RESULT_ID,
        bot: makeChattingBot(),
        messages: [makeGreeting()],
        input: makeQuestion(),
      },
    },
    parameters: { bot: 'The publicId of the bot', typebotId: 'The publicId of the bot' },
  };
}
