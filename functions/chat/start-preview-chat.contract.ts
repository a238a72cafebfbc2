import * as z from 'zod';
import { startFields, startResponse } from '#lib/chat/chat-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const startPreviewChatContract = defineEndpoint({
  id: 'start-preview-chat',
  method: 'POST',
  // API Gateway requires one parameter name for all paths under /v1/bots. Here the value is a bot id.
  path: '/v1/bots/{bot}/preview/startChat',
  api: 'chat',
  auth: 'bearer',
  role: 'editor',
  summary: 'Start a preview',
  description:
    "Starts a conversation with a bot's draft. No result is stored and no email is sent, but HTTP requests to other " +
    'services are made for real. Responses include all logs. Continue with continueChat, which always runs the current ' +
    'draft, for up to an hour or until the token expires.',
  request: {
    params: z.object({ bot: z.string() }),
    body: z
      .looseObject({
        ...startFields,
        /** Session id chosen by the caller. Replaces an existing preview with this id. */
        sessionId: text.nullish(),
        startFrom: z
          .union([
            z.object({ type: z.literal('group'), groupId: text }),
            z.object({ type: z.literal('event'), eventId: text }),
          ])
          .nullish(),
        isProgressBarEnabled: z.boolean().nullish(),
      })
      .optional(),
  },
  response: () => startResponse(),
  errors: ['CONFLICT'],
  table: { reads: ['BOT'], writes: ['SESSION', 'QUOTA'] },
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});
