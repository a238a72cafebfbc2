import * as z from 'zod';
import { bot, importableDocument, warning } from '#lib/bots/document/bot-schema.ts';
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/http/time-limits.ts';
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
    'Creates a bot from a document of any version, including exports from before June 2022. Everything in the ' +
    'document is kept, including unknown keys and its version. The new bot is unpublished and has no public ' +
    'address. `warnings` lists what was filled in or renamed, and dangling references. With `dryRun` nothing is ' +
    'stored: the response is what it would have been, with an id that does not exist and with `issues` in the ' +
    'flow. With `mode` `replace` the document becomes the draft of the bot `botId` instead, which keeps its id, ' +
    'workspace, folder, publicId, custom domain, releases, results and published copy. If the old draft is not ' +
    'yet a release, it is first kept as the next one, unpublished; `keptAsRelease` is its number. If-Match ' +
    '(412) and `bot.updatedAt` (409, unless `overwrite` is true) protect the draft as in an update; the ' +
    "`updatedAt` of a document with another bot's id is ignored. A document that equals the draft changes " +
    'nothing.',
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
        /** Required with `replace`, not allowed otherwise. */
        botId: text.optional(),
        overwrite: z.boolean().optional(),
      })
      .superRefine(({ mode, botId }, context) => {
        if ((mode === 'replace') === (botId !== undefined)) return;
        const message = botId === undefined ? 'Required with mode replace' : 'Only allowed with mode replace';
        context.addIssue({ code: 'custom', path: ['botId'], message });
      }),
  },
  response: () =>
    z.object({
      bot: bot(),
      warnings: z.array(warning()).optional(),
      dryRun: z.literal(true).optional(),
      /** Only with dryRun. */
      issues: z.array(flowIssue).optional(),
      /** Only with `replace`. */
      keptAsRelease: z.int().min(1).optional(),
    }),
  idempotent: true,
  errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  // Reads IDEMPOTENCY because a saved response larger than 380 KB is stored in parts.
  table: { reads: ['BOT', 'IDEMPOTENCY'], writes: ['BOT'], appends: ['AUDIT'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
  compatibility: [
    {
      path: '/v1/typebots/import',
      note: 'Creates a new bot always. The folder is that of the document.',
      body: { bot: 'typebot' },
      response: { bot: 'typebot' },
      toBody: (body) => {
        const { workspaceId, bot } = (body ?? {}) as Record<string, unknown>;
        return { workspaceId, bot };
      },
      schemas: () => ({ body: z.object({ workspaceId: text, typebot: importableDocument }) }),
    },
  ],
});
