import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import {
  BOT_ID,
  makeBot,
  makeDocument,
  makeFlow,
  UPDATED_AT,
  WORKSPACE_ID,
} from '#functions/example-data.ts';
import { bot, importableDocument, warning } from '#lib/bots/document/bot-schema.ts';
import { WEBHOOK_REPLIES } from '#lib/bots/document/webhook-replies.ts';
import { flowIssue } from '#lib/bots/flow/flow-issue.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { recordOf } from '#lib/platform/validation/list-schema.ts';
import { text } from '#lib/platform/validation/text-schema.ts';

/** Room for every bot of a large workspace, so that a tool can send one map with all its imports. */
const MAX_LINKED_BOTS = 1_000;
/** As long as the ids of this service can be. */
const MAX_BOT_ID_CHARS = 128;
const MAX_SOURCE_ID_CHARS = 128;
const MAX_SOURCE_REVISION_CHARS = 200;

const linkedBots = recordOf(text.min(1).max(MAX_BOT_ID_CHARS))
  .refine((newIds) => Object.keys(newIds).length <= MAX_LINKED_BOTS, {
    error: `Expected at most ${MAX_LINKED_BOTS} bots`,
  })
  .meta({ maxProperties: MAX_LINKED_BOTS });

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
    'address. A document in the response that it was saved with (`{"bot": …}`, `{"typebot": …}`) is taken out; a file ' +
    'without any groups, events or edges is refused. `warnings` lists what was filled in or renamed, dangling references, links to bots that the workspace does not ' +
    'have, credentials that are not stored there, and fields that have no effect here. With `dryRun` nothing is ' +
    'stored: the response is what it would have been, with an id that does not exist and with `issues` in the ' +
    'flow. With `mode` `replace` the document becomes the draft of the bot `botId` instead, which keeps its id, ' +
    'workspace, folder, publicId, custom domain, releases, results and published copy. If the old draft is not ' +
    'yet a release, it is first kept as the next one, unpublished; `keptAsRelease` is its number. If-Match ' +
    '(412) and `bot.updatedAt` (409, unless `overwrite` is true) protect the draft as in an update; the ' +
    "`updatedAt` of a document with another bot's id is ignored. A document that equals the draft changes " +
    'nothing. With `repair`, edges that lead from a block, an item or an event that does not name them are connected to ' +
    'it; `warnings` names each, and nothing else in the document changes.\n\n' +
    'For moving bots from elsewhere: with `keepPublicId`, a new bot takes the `publicId` of the document if it is ' +
    'valid and free; `warnings` says if it is not. `webhookReplies` is `text` for a new bot, whatever its document says: ' +
    'a tool that moves a bot whose clients send the data of webhooks asks for `data`. `linkedBots` maps ids that links to other bots have in the ' +
    'document to the ids of those bots here, or to `current`; nothing else in the document changes. `source` is ' +
    'kept and shown in the list of bots, where a tool finds it again. It does not have to be unique. Sending ' +
    'another `revision` of a document that equals the draft stores just the revision; the ETag stays.',
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
        /** Whether to connect edges that lead from a block, item or event that does not name them. */
        repair: z.boolean().optional(),
        /** Whether a new bot takes the document's `publicId`. Not allowed with `replace`. */
        keepPublicId: z.boolean().optional(),
        /** Whether a new bot takes replies to Listen blocks as data. Defaults to `text`. Not allowed with `replace`. */
        webhookReplies: z.enum(WEBHOOK_REPLIES).optional(),
        /** New ids of the bots that the document links to, by the ids it has for them. */
        linkedBots: linkedBots.optional(),
        /** Where the bot came from. */
        source: z
          .object({
            id: text.min(1).max(MAX_SOURCE_ID_CHARS),
            /** Any text by which a tool recognizes what it has moved. */
            revision: text.min(1).max(MAX_SOURCE_REVISION_CHARS).optional(),
          })
          .optional(),
      })
      .superRefine(({ mode, botId, keepPublicId, webhookReplies }, context) => {
        const refuseWithReplace = (field: string) =>
          context.addIssue({ code: 'custom', path: [field], message: 'Only allowed with mode create' });
        if (keepPublicId && mode === 'replace') refuseWithReplace('keepPublicId');
        if (webhookReplies !== undefined && mode === 'replace') refuseWithReplace('webhookReplies');
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
      issues: z.array(flowIssue()).optional(),
      /** Only with `replace`. */
      keptAsRelease: z.int().min(1).optional(),
    }),
  idempotent: true,
  responseHeaders: ['ETag'],
  errors: ['CONFLICT', 'PRECONDITION_FAILED'],
  // Reads IDEMPOTENCY because a saved response larger than 380 KB is stored in parts.
  table: {
    reads: ['BOT', 'PUBLIC_ID', 'IDEMPOTENCY', 'CREDENTIALS'],
    writes: ['BOT', 'PUBLIC_ID'],
    appends: ['AUDIT'],
  },
  looksUpCredentials: true,
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  const { settings: _, ...flowWithoutSettings } = makeFlow();
  return {
    example: {
      summary: 'As a new bot',
      body: { workspaceId: WORKSPACE_ID, bot: flowWithoutSettings },
      response: {
        bot: { ...makeBot(), name: 'My bot', settings: {} },
        warnings: [
          { code: 'FILLED_IN', path: 'bot.name', message: 'was missing; set to "My bot"' },
          { code: 'FILLED_IN', path: 'bot.settings', message: 'was missing; set to {}' },
        ],
      },
      others: {
        moved: {
          summary: 'From elsewhere',
          body: {
            workspaceId: WORKSPACE_ID,
            bot: { ...makeDocument(), publicId: 'bakery-orders' },
            keepPublicId: true,
            linkedBots: { cl0ibhv8d0130n21aw8doxhj5: 'd7m3c9x5v1q0k8w2n6tz4bhj' },
            source: { id: 'cl9ip9u0l00001ad79a2lzm55', revision: '2026-03-04T08:00:00.000Z' },
          },
          response: { bot: { ...makeBot(), publicId: 'bakery-orders' } },
        },
        replace: {
          summary: 'Over the draft of a bot',
          body: { workspaceId: WORKSPACE_ID, mode: 'replace', botId: BOT_ID, bot: makeDocument() },
          response: {
            bot: { ...makeBot(), publicId: 'bakery-orders', updatedAt: UPDATED_AT },
            keptAsRelease: 3,
          },
        },
      },
    },
    properties: {
      issues: 'Problems of the flow. Only in a rehearsal',
      bot: 'The document, as it was exported',
      dryRun: 'Whether to change nothing and only report what would change',
    },
  };
}
