import * as z from 'zod';
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
  description: 'Returns the draft with an ETag, in its stored version or migrated to the latest one.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ migrateToLatestVersion: queryFlag }),
  },
  response: () => z.object({ bot: bot() }),
  errors: [],
  table: { reads: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});
