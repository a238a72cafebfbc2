import * as z from 'zod';
import { bot } from '#lib/bots/document/bot-schema.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

export const duplicateBotContract = defineEndpoint({
  id: 'duplicate-bot',
  method: 'POST',
  path: '/v1/bots/{botId}/duplicate',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Duplicate a bot',
  description:
    'Copies the draft to a new bot, unpublished and without a public address; ids inside the document stay the ' +
    'same. The body is optional: by default the copy is called `<name> (copy)` and is in the same workspace and ' +
    'folder. To copy into another workspace, the token needs the role editor there; the copy is then in no ' +
    'folder unless one is given.',
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
  response: () => z.object({ bot: bot() }),
  idempotent: true,
  errors: [],
  // Reads IDEMPOTENCY because a saved response larger than 380 KB is stored in parts.
  table: { reads: ['BOT', 'IDEMPOTENCY'], writes: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});
