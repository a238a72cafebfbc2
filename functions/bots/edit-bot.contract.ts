import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { BOT_ID, UPDATED_AT } from '#functions/example-data.ts';
import { warning } from '#lib/bots/document/bot-schema.ts';
import { BOT_VERSIONS } from '#lib/bots/document/bot-version.ts';
import { MAX_OPERATIONS, operation } from '#lib/bots/editing/operation.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';

/** Room for the operations that replace a large bot's flow. An import takes larger documents. */
const MAX_BODY_BYTES = 1_024 * 1_024;

export const editBotContract = defineEndpoint({
  id: 'edit-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/edits',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Edit a bot',
  description:
    'Applies operations to the draft, in order: all of them or none. One that replaces or removes a value carries it ' +
    'as `was`, and applies if the bot has this value, whatever else has changed. So people who edit different parts ' +
    'of a bot do not have to know of one another. If a value is another, the response is 409 with `conflicts`. ' +
    'Sending operations again whose results are all there changes nothing, and nor does an empty list. With ' +
    'If-Match, the request is refused with 412 if the ETag differs. A draft of version 3, 4 or 5 is refused with ' +
    '`MIGRATION_NEEDED`. With `migrate`, it is converted to version 6 first. Unless the draft as it was is a release ' +
    'already, it is kept as the next one, unpublished; `keptAsRelease` is its number. With `dryRun`, nothing is ' +
    'stored. A body has at most 1 MB.',
  request: {
    params: z.object({ botId: z.string() }),
    headers: z.object({ 'if-match': z.string().optional() }),
    body: z.object({
      operations: z.array(z.lazy(operation)).max(MAX_OPERATIONS),
      migrate: z.boolean().optional(),
      dryRun: z.boolean().optional(),
    }),
  },
  maxBodyBytes: MAX_BODY_BYTES,
  response: () =>
    z.object({
      bot: z.object({
        id: z.string(),
        version: z.enum(BOT_VERSIONS),
        updatedAt: z.iso.datetime({ offset: true }),
      }),
      isChanged: z.boolean(),
      keptAsRelease: z.int().min(1).optional(),
      warnings: z.array(warning()).optional(),
      dryRun: z.literal(true).optional(),
    }),
  responseHeaders: ['ETag'],
  errors: ['CONFLICT', 'MIGRATION_NEEDED', 'PRECONDITION_FAILED'],
  table: { reads: ['BOT'], writes: ['BOT'], appends: ['AUDIT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { botId: BOT_ID },
      headers: { 'if-match': '"1"' },
      body: {
        operations: [
          { op: 'changeBot', path: ['name'], was: 'Bakery orders', value: 'Bakery orders, winter' },
        ],
      },
      response: { bot: { id: BOT_ID, version: '6', updatedAt: UPDATED_AT }, isChanged: true },
    },
    properties: {
      operations: 'Changes, applied in this order',
      migrate: 'Whether to convert a draft of version 3, 4 or 5 to version 6 first',
      bot: 'The draft, apart from its document',
      isChanged: 'False if the draft has all results already',
    },
    errors: {
      CONFLICT: {
        description:
          'The bot has other values than the operations replace: `conflicts` has them, and nothing was changed. Or the bot is archived.',
        example: {
          message: 'Nothing was changed: operations[0]: bot.name: Has changed',
          issues: [{ path: 'operations[0]', message: 'bot.name: Has changed' }],
          conflicts: [
            {
              index: 0,
              path: 'bot.name',
              was: 'Bakery orders',
              current: 'Orders',
              message: 'Has changed',
            },
          ],
        },
      },
      MIGRATION_NEEDED: {
        description: 'The draft has version 3, 4 or 5, and `migrate` is not true.',
        example: {
          message: 'A draft of version 5 cannot be edited: send migrate: true to convert it first',
        },
      },
    },
  };
}
