import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { bot, importableDocument, warning } from '../bot-schema.ts';
import { flowIssue } from '../flow-issue.ts';

export const importBotContract = defineEndpoint({
  id: 'import-bot',
  method: 'POST',
  path: '/v1/bots/import',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Import a bot',
  description:
    'Creates a bot from a document of any version, exports from before June 2022 included. Everything in the ' +
    'document is kept, unknown keys too; it stays in its version. The new bot is not published and has no ' +
    'public address. `warnings` lists what was filled in, renamed or leads nowhere. With `dryRun` nothing is stored: ' +
    'the answer is what it would be, though under an id that nobody will find, with `issues` about the flow.',
  request: {
    body: z.object({
      workspaceId: z.string(),
      bot: importableDocument,
      folderId: z.string().nullable().optional(),
      dryRun: z.boolean().optional(),
    }),
  },
  response: z.object({
    bot,
    warnings: z.array(warning).optional(),
    dryRun: z.literal(true).optional(),
    /** Only with dryRun. */
    issues: z.array(flowIssue).optional(),
  }),
  idempotent: true,
  errors: [],
  table: { access: 'read-write', items: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
