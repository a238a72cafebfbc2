import * as z from 'zod';
import { textBubbleContentFormat, turnResponse } from '#lib/chat/chat-schema.ts';
import { sentMessage } from '#lib/chat/sent-message.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

export const continueChatContract = defineEndpoint({
  id: 'continue-chat',
  method: 'POST',
  path: '/v1/sessions/{sessionId}/continueChat',
  api: 'chat',
  auth: 'none',
  summary: 'Continue a chat',
  description:
    'Takes a reply and answers what the bot says to it. Without `message` a flow that waits for the client goes on, ' +
    'and an input asks again. Of two replies sent at the same moment one is taken; the other gets 409. A conversation ' +
    'that is over is not found any more. A client that repeats a request whose answer was lost names the block that waited ' +
    'in `waitingBlockId`: then its reply is never taken twice.',
  request: {
    params: z.object({ sessionId: z.string() }),
    headers: z.object({ origin: z.string().optional() }),
    body: z
      .looseObject({
        message: sentMessage.nullish(),
        textBubbleContentFormat,
        /** The input that the reply is for. If another block waits by now, a reply was already taken: 409. */
        waitingBlockId: text.optional(),
      })
      .optional(),
  },
  response: turnResponse,
  errors: ['FORBIDDEN', 'CONFLICT'],
  table: { reads: ['BOT', 'SESSION'], writes: ['SESSION', 'RESULT', 'LOGS', 'STATS', 'QUOTA'] },
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: 29,
});
