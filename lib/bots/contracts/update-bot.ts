import * as z from 'zod';
import { bot, botPatch, warning } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/http/contract.ts';

export const updateBotContract = defineEndpoint({
  id: 'update-bot',
  method: 'PATCH',
  path: '/v1/bots/{botId}',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Update a bot',
  description:
    'Replaces each field that is sent, whole. With `updatedAt`, a bot that was changed later than that is ' +
    'refused with 409 unless `overwrite` is true; with If-Match, one that has another ETag with 412. Without ' +
    'either, changes of different fields at the same time all survive.',
  request: {
    params: z.object({ botId: z.string() }),
    headers: z.object({ 'if-match': z.string().optional() }),
    body: z.object({ bot: botPatch, overwrite: z.boolean().optional() }),
  },
  response: z.object({ bot, warnings: z.array(warning).optional() }),
  errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  table: { reads: ['BOT'], writes: ['BOT', 'PUBLIC_ID', 'DOMAIN'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
