import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import {
  BOT_ID,
  makeGreeting,
  makeQuestion,
  makeSettings,
  makeTheme,
  makeTrace,
  SESSION_ID,
} from '#functions/example-data.ts';
import { HTTP_REQUEST } from '#lib/blocks/integrations/http-request.ts';
import { MAKE_COM } from '#lib/blocks/integrations/make-com.ts';
import { PABBLY } from '#lib/blocks/integrations/pabbly.ts';
import { ZAPIER } from '#lib/blocks/integrations/zapier.ts';
import { startFields, startResponse } from '#lib/chat/chat-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { jsonOfTexts, text } from '#lib/platform/validation/text-schema.ts';
import { httpExchange } from './http-exchange-schema.ts';
import { turnTrace } from './turn-trace-schema.ts';

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
    'services are made for real. Responses include all logs, and a `trace` of the steps: blocks, choices, variables set, ' +
    'log entries and the status of requests, for at most 200 steps and 40,000 characters. Continue with continueChat, which always runs the current ' +
    'draft, for up to an hour or until the token expires. With `startFrom.type` set to `block`, the request of an HTTP ' +
    'block that need not be saved is tested: the service sends it, also if browsers would, the response has the `exchange`, ' +
    'and no chat goes on.',
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
            z.object({
              type: z.literal('block'),
              block: z.object({
                type: z.enum([HTTP_REQUEST.type, ZAPIER.type, MAKE_COM.type, PABBLY.type]),
                options: z.record(text, jsonOfTexts),
              }),
            }),
          ])
          .nullish(),
        isProgressBarEnabled: z.boolean().nullish(),
      })
      .optional(),
  },
  response: () => startResponse().extend({ trace: turnTrace(), exchange: httpExchange().optional() }),
  errors: ['CONFLICT'],
  table: { reads: ['BOT'], writes: ['SESSION', 'QUOTA'] },
  runsBots: true,
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { bot: BOT_ID },
      body: { startFrom: { type: 'group', groupId: 'welcome' } },
      response: {
        sessionId: SESSION_ID,
        bot: { id: BOT_ID, version: '6', theme: makeTheme(), settings: makeSettings() },
        messages: [makeGreeting()],
        input: makeQuestion(),
        trace: makeTrace(),
      },
    },
    parameters: { bot: 'The id of the bot' },
  };
}
