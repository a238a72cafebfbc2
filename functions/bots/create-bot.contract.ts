import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeBot, WORKSPACE_ID } from '#functions/example-data.ts';
import { bot, botPatch, warning } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const createBotContract = defineEndpoint({
  id: 'create-bot',
  method: 'POST',
  path: '/v1/bots',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Create a bot',
  description:
    'Creates a bot from the given fields, all of which are optional: an empty `bot` becomes a version 6 bot ' +
    'with a start event. Unlike an import, it accepts a publicId and a custom domain. `warnings` lists what was ' +
    'filled in inside the given fields, and dangling references.',
  request: { body: z.object({ workspaceId: text, bot: botPatch() }) },
  response: () => z.object({ bot: bot(), warnings: z.array(warning()).optional() }),
  idempotent: true,
  responseHeaders: ['ETag'],
  errors: ['CONFLICT'],
  // Reads IDEMPOTENCY because a saved response larger than 380 KB is stored in parts.
  table: {
    reads: ['BOT', 'IDEMPOTENCY', 'HOST'],
    writes: ['BOT', 'PUBLIC_ID', 'DOMAIN'],
    appends: ['AUDIT'],
  },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      body: { workspaceId: WORKSPACE_ID, bot: { name: 'Bakery orders', publicId: 'bakery-orders' } },
      response: { bot: { ...makeBot(), publicId: 'bakery-orders' } },
    },
    properties: {
      bot: 'The bot, of which every field may be missing',
    },
  };
}
