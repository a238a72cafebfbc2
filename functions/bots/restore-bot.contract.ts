import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeBot } from '#functions/example-data.ts';
import { bot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const restoreBotContract = defineEndpoint({
  id: 'restore-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/restore',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Restore an archived bot',
  description:
    'Puts an archived bot back on the list. It is unpublished and has no publicId or custom domain, because ' +
    'other bots may have taken them. Idempotent.',
  request: { params: z.object({ botId: z.string() }) },
  response: () => z.object({ bot: bot() }),
  responseHeaders: ['ETag'],
  errors: [],
  table: { reads: ['BOT'], writes: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { params: { botId: BOT_ID }, response: { bot: makeBot() } },
  };
}
