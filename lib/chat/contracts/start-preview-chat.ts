import * as z from 'zod';
import { startFields, startResponse } from '#lib/chat/chat-schema.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

export const startPreviewChatContract = defineEndpoint({
  id: 'start-preview-chat',
  method: 'POST',
  // API Gateway requires the same parameter name in all paths below /v1/bots. Here its value is the bot's id.
  path: '/v1/bots/{bot}/preview/startChat',
  api: 'chat',
  auth: 'bearer',
  role: 'editor',
  summary: 'Start a preview',
  description:
    'Begins a conversation with the draft of a bot. Nothing of it is kept as a result, mails are not sent, and every log ' +
    'is in the answers; requests to others are made for real. It goes on with continueChat, with the draft as it is then, ' +
    'for an hour, and no longer than the token is valid.',
  request: {
    params: z.object({ bot: z.string() }),
    body: z
      .looseObject({
        ...startFields,
        /** A session id of the caller's choice. An existing preview with this id is replaced. */
        sessionId: text.optional(),
        startFrom: z
          .union([
            z.object({ type: z.literal('group'), groupId: text }),
            z.object({ type: z.literal('event'), eventId: text }),
          ])
          .optional(),
        isProgressBarEnabled: z.boolean().optional(),
      })
      .optional(),
  },
  response: startResponse,
  errors: ['CONFLICT'],
  table: { reads: ['BOT'], writes: ['SESSION', 'QUOTA'] },
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: 29,
});
