import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeBot, UPDATED_AT } from '#functions/example-data.ts';
import { bot, botPatch, warning } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';

export const updateBotContract = defineEndpoint({
  id: 'update-bot',
  method: 'PATCH',
  path: '/v1/bots/{botId}',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Update a bot',
  description:
    'Replaces each given field as a whole. With `updatedAt`, the update is refused with 409 if the bot has ' +
    'changed since then, unless `overwrite` is true; with If-Match, it is refused with 412 if the ETag differs. ' +
    'Without either, concurrent changes to different fields all survive.',
  request: {
    params: z.object({ botId: z.string() }),
    headers: z.object({ 'if-match': z.string().optional() }),
    body: z.object({ bot: botPatch(), overwrite: z.boolean().optional() }),
  },
  response: () => z.object({ bot: bot(), warnings: z.array(warning()).optional() }),
  responseHeaders: ['ETag'],
  errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  table: { reads: ['BOT', 'HOST'], writes: ['BOT', 'PUBLIC_ID', 'DOMAIN'], appends: ['AUDIT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      headers: { 'if-match': '"1"' },
      body: { bot: { name: 'Bakery orders, winter' } },
      response: { bot: { ...makeBot(), name: 'Bakery orders, winter', updatedAt: UPDATED_AT } },
    },
    properties: {
      bot: 'The fields to change. All others stay as they are',
    },
  };
}
