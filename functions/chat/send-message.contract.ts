import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import {
  makeChattingBot,
  makeGreeting,
  makeQuestion,
  RESULT_ID,
  SESSION_ID,
} from '#functions/example-data.ts';
import { prefilledVariables, startResponse, turnResponse } from '#lib/chat/chat-schema.ts';
import { sentMessage } from '#lib/chat/sent-message.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { turnTrace } from './turn-trace-schema.ts';

/** Typebot's oldest chat call. It exists for its clients alone, so it has their names. */
export const sendMessageContract = defineEndpoint({
  id: 'send-message',
  method: 'POST',
  path: '/v1/sendMessage',
  api: 'chat',
  auth: 'none',
  summary: 'Send a message (compatible)',
  description:
    "Typebot's oldest chat call: starts a chat without `sessionId`, or continues one. With `isPreview` it " +
    'starts a preview, which needs a token of an editor. If the chat of `sessionId` is over, a new one starts with ' +
    '`startParams`; without them the response is 404. Unknown keys are ignored. New clients use startChat and ' +
    'continueChat.',
  request: {
    headers: z.object({ origin: z.string().optional(), authorization: z.string().optional() }),
    body: z
      .looseObject({
        message: sentMessage.nullish(),
        sessionId: text.nullish(),
        /** `turnId` of the response that the message answers. If the chat has moved on, the response is 409. */
        turnId: text.optional(),
        startParams: z
          .looseObject({
            /** The publicId, or with `isPreview` the id of the bot. */
            typebot: text.nullish(),
            /** Sent by some bridges in place of `typebot`. */
            publicId: text.nullish(),
            isPreview: z.boolean().nullish(),
            resultId: text.nullish(),
            startGroupId: text.nullish(),
            startEventId: text.nullish(),
            prefilledVariables,
            isStreamEnabled: z.boolean().nullish(),
            isOnlyRegistering: z.boolean().nullish(),
          })
          .refine(({ typebot, publicId }) => (typebot ?? publicId ?? undefined) !== undefined, {
            path: ['typebot'],
            message: 'Missing; expected string',
          })
          .nullish(),
      })
      .optional(),
  },
  response: () => {
    const { bot, ...started } = startResponse().shape;
    return turnResponse().extend({
      sessionId: started.sessionId.optional(),
      resultId: started.resultId,
      typebot: bot.optional(),
      /** Previews only. */
      trace: turnTrace().optional(),
    });
  },
  errors: ['FORBIDDEN', 'CONFLICT', 'UNAUTHORIZED'],
  table: {
    reads: ['BOT', 'PUBLIC_ID', 'RESULT', 'SESSION'],
    writes: ['SESSION', 'RESULT', 'LOGS', 'STATS', 'QUOTA'],
  },
  checksTokens: true,
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      body: {
        startParams: { typebot: 'bakery-orders-rj3dtm', prefilledVariables: { Source: 'newsletter' } },
      },
      response: {
        sessionId: SESSION_ID,
        resultId: RESULT_ID,
        typebot: makeChattingBot(),
        messages: [makeGreeting()],
        input: makeQuestion(),
      },
    },
  };
}
