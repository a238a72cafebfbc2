import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeBot } from '#functions/example-data.ts';
import { bot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { queryFlag } from '#lib/platform/http/query-boolean.ts';

export const getBotContract = defineEndpoint({
  id: 'get-bot',
  method: 'GET',
  path: '/v1/bots/{botId}',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get a bot',
  description:
    'Returns the draft with an ETag, in its stored version or migrated to the latest one. With If-None-Match, the ' +
    'response is 304 without a body as long as the draft has that ETag.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ migrateToLatestVersion: queryFlag }),
    headers: z.object({ 'if-none-match': z.string().optional() }),
  },
  response: () => z.object({ bot: bot() }),
  responseHeaders: ['ETag'],
  revalidates: true,
  errors: [],
  table: { reads: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { params: { botId: BOT_ID }, response: { bot: makeBot() } },
  };
}
