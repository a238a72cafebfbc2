import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, makeFlow, UPDATED_AT } from '#functions/example-data.ts';
import { publishedBot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { queryFlag } from '#lib/platform/http/query-boolean.ts';

export const getPublishedBotContract = defineEndpoint({
  id: 'get-published-bot',
  method: 'GET',
  path: '/v1/bots/{botId}/publishedBot',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get the published bot',
  description:
    'Returns the published copy, or null if the bot is not published. With `migrateToLatestVersion=true` it is ' +
    'converted to the latest schema version, and `version` is its version before that.',
  request: {
    params: z.object({ botId: z.string() }),
    query: z.object({ migrateToLatestVersion: queryFlag }),
  },
  response: () =>
    z.object({
      publishedBot: publishedBot().nullable(),
      version: z.enum(['3', '4', '5', '6']).optional(),
    }),
  errors: [],
  table: { reads: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      query: { migrateToLatestVersion: 'true' },
      response: {
        publishedBot: {
          ...makeFlow(),
          id: 'q1b7',
          botId: BOT_ID,
          createdAt: UPDATED_AT,
          updatedAt: UPDATED_AT,
        },
        version: '6',
      },
    },
    properties: {
      version: 'The version that the published copy was converted from. Absent if it was not asked to be',
    },
  };
}
