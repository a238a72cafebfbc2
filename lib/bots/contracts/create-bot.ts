import * as z from 'zod';
import { bot, botPatch, warning } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

export const createBotContract = defineEndpoint({
  id: 'create-bot',
  method: 'POST',
  path: '/v1/bots',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Create a bot',
  description:
    'Creates a bot from the fields that are sent, of which none is needed: an empty `bot` becomes one of version 6 ' +
    'with a start event. Takes a publicId and a custom domain, unlike an import. `warnings` lists what was filled ' +
    'in inside the fields that were sent, and what leads nowhere.',
  request: { body: z.object({ workspaceId: text, bot: botPatch }) },
  response: z.object({ bot, warnings: z.array(warning).optional() }),
  idempotent: true,
  errors: ['CONFLICT'],
  // Reads IDEMPOTENCY because a kept response of more than 380 KB is stored in parts.
  table: { reads: ['BOT', 'IDEMPOTENCY'], writes: ['BOT', 'PUBLIC_ID', 'DOMAIN'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
