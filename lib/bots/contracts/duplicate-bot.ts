import * as z from 'zod';
import { bot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

export const duplicateBotContract = defineEndpoint({
  id: 'duplicate-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/duplicate',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Duplicate a bot',
  description:
    'Copies the draft as a new bot, neither published nor with a public address; ids inside the document stay. ' +
    'No body is needed: the copy is called `<name> (copy)` and is in the same workspace and folder. Into another ' +
    'workspace the token needs the role editor there, and the copy is in no folder unless one is named.',
  request: {
    params: z.object({ botId: z.string() }),
    body: z
      .object({
        name: text.optional(),
        workspaceId: text.optional(),
        folderId: text.nullable().optional(),
      })
      .optional(),
  },
  response: z.object({ bot }),
  idempotent: true,
  errors: [],
  // Reads IDEMPOTENCY because a kept response of more than 380 KB is stored in parts.
  table: { reads: ['BOT', 'IDEMPOTENCY'], writes: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
