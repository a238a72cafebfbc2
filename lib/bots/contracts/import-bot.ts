import * as z from 'zod';
import { bot, importableDocument, warning } from '#lib/bots/document/bot-schema.ts';
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { text } from '#lib/validation/text-schema.ts';

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
    'the answer is what it would be, though under an id that nobody will find, with `issues` about the flow. With ' +
    '`mode` `replace` the document becomes the draft of the bot `botId` instead: its id, workspace, folder, publicId, ' +
    'custom domain, releases, results and what is published stay. A draft that is no release yet is kept as the next ' +
    'one first, which `keptAsRelease` names and which is not published. If-Match (412) and `bot.updatedAt` (409, unless ' +
    '`overwrite` is true) guard it as they guard an update; the `updatedAt` of a document with the id of another bot ' +
    'does not count. A document that the draft is already changes nothing.',
  request: {
    headers: z.object({ 'if-match': z.string().optional() }),
    body: z
      .object({
        workspaceId: text,
        bot: importableDocument,
        folderId: text.nullable().optional(),
        dryRun: z.boolean().optional(),
        /** Defaults to `create`. */
        mode: z.enum(['create', 'replace']).optional(),
        /** Required with `replace`, refused without it. */
        botId: text.optional(),
        overwrite: z.boolean().optional(),
      })
      .superRefine(({ mode, botId }, context) => {
        if ((mode === 'replace') === (botId !== undefined)) return;
        const message = botId === undefined ? 'Needed with mode replace' : 'Only with mode replace';
        context.addIssue({ code: 'custom', path: ['botId'], message });
      }),
  },
  response: z.object({
    bot,
    warnings: z.array(warning).optional(),
    dryRun: z.literal(true).optional(),
    /** Only with dryRun. */
    issues: z.array(flowIssue).optional(),
    /** Only with `replace`. */
    keptAsRelease: z.int().min(1).optional(),
  }),
  idempotent: true,
  errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  // Reads IDEMPOTENCY because a kept response of more than 380 KB is stored in parts.
  table: { reads: ['BOT', 'IDEMPOTENCY'], writes: ['BOT'] },
  memoryMb: 1024,
  timeoutSeconds: 29,
});
