import { isDeepStrictEqual } from 'node:util';
import { accessToBot } from '#lib/bots/bot-access.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Bot } from '#lib/bots/document/bot-head.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { createDroppedWarning, toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { presentBot } from '#lib/bots/present-bot.ts';
import { assertFitsResponse } from '#lib/bots/response-limit.ts';
import type { StoredBot } from '#lib/bots/store/bot-item.ts';
import { readBot, saveDraft, saveHead } from '#lib/bots/store/draft-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { badRequest } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { assertNotArchived } from './archived-bot.ts';
import { type SentSource, toBotSource } from './bot-source.ts';
import { findMissingWarnings, importWarnings } from './import-warnings.ts';
import { toReplacedDraft } from './replaced-draft.ts';
import { rewriteBot } from './rewrite-bot.ts';
import { assertNotStale } from './stale-base.ts';

export type BotReplacement = {
  /** Workspace of the bot. */
  workspaceId: string;
  bot: JsonObject;
  /** New folder for the bot. If absent, the bot stays where it is. */
  folderId?: string | null | undefined;
  /** Returns the bot that would be stored, without storing it. */
  dryRun?: boolean | undefined;
  /** Writes even if the stored bot is newer than `bot.updatedAt`. */
  overwrite?: boolean | undefined;
  /** ETag that the document is based on. */
  ifMatch?: string | undefined;
  /** Where the document comes from. If absent, the bot's source stays as it is. */
  source?: SentSource | undefined;
  /** Whether to connect edges that nothing names. */
  repair?: boolean | undefined;
  /** Numbers in the request that JSON.parse rounded. */
  rounded?: RoundedNumber[] | undefined;
};

/**
 * `keptAsRelease` is the number of the release that preserves the old draft. Absent if the draft already was
 * a release.
 */
export type Replacement = { bot: Bot; warnings: Warning[]; keptAsRelease?: number };

/**
 * Imports a document of any age over a bot's draft. Keeps the server-controlled fields (the address, what is
 * published, and whether the bot is closed) and, unless another is given, the folder. If the old draft is not
 * yet a release, it is kept as the next release. Importing a document that equals the draft stores nothing but
 * another source, even if it is based on an old state of the bot, so a request whose response was lost can be
 * retried.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the bot is archived or `updatedAt` is stale, PRECONDITION_FAILED if
 *   the ETag is stale, BAD_REQUEST if the bot is in another workspace, PAYLOAD_TOO_LARGE
 */
export async function replaceBot(
  botId: string,
  replacement: BotReplacement,
  caller: Caller,
): Promise<Replacement> {
  const { workspaceId, dryRun, overwrite, ifMatch, source: sentSource } = replacement;
  const change = { ...changeOrigin(caller), action: 'importBot' as const, workspaceId, botId };
  // Looked up once, even if the bot is changed meanwhile: the document to import stays the same.
  let missing: Promise<Warning[]> | undefined;
  return await rewriteBot(
    botId,
    (id) => readBot(id, accessToBot('editor', caller)),
    async (before) => {
      assertNotArchived(before.head);
      if (before.head.workspaceId !== workspaceId) {
        throw badRequest('workspaceId', 'The bot is in another workspace');
      }
      const { document, changes } = createReplacingDocument(before, replacement);
      missing ??= findMissingWarnings(document, { workspaceId, botId });
      const warnings = importWarnings(document, changes, await missing);
      const updatedAt = getBase(replacement.bot, botId);
      if (isSame(before, document)) {
        const { contentDigest } = before.stored.listed;
        const source = sentSource ? toBotSource(sentSource, document, contentDigest) : before.head.source;
        const head = { ...before.head, source };
        // The draft is the same, so its ETag and `updatedAt` stay.
        if (!dryRun && !isDeepStrictEqual(head, before.head)) await saveHead(before, head, change);
        return { bot: { head, document: before.document }, warnings };
      }

      assertNotStale(before.head, { updatedAt, overwrite: overwrite === true, ifMatch });
      const { head: replaced, ...kept } = toReplacedDraft(before);
      const head = sentSource ? { ...replaced, source: toBotSource(sentSource, document) } : replaced;
      const bot = { head, document };
      assertFitsResponse(bot);
      if (!dryRun) {
        const release = kept.keptAsRelease;
        await saveDraft(before, bot, { ...change, ...(release !== undefined && { release }) });
      }
      // A dry run returns the current ETag so that the real import can be based on it.
      const revision = dryRun ? before.head.revision : head.revision;
      return { bot: { head: { ...head, revision }, document }, warnings, ...kept };
    },
  );
}

function createReplacingDocument(
  { head, document: draft }: StoredBot,
  { bot: sent, folderId, rounded, repair }: BotReplacement,
): { document: BotDocument; changes: Warning[] } {
  const { whatsAppCredentialsId, riskLevel } = draft;
  const stays = { ...head, whatsAppCredentialsId, riskLevel };
  const { document, warnings } = toImportedDocument(sent, { name: draft.name, kept: stays, rounded, repair });
  const kept = folderId === undefined ? draft.folderId : folderId;
  const isFolderDropped = typeof document.folderId === 'string' && document.folderId !== kept;
  if (kept === undefined) delete document.folderId;
  else document.folderId = kept;
  return {
    document,
    changes: [
      ...(isFolderDropped && folderId === undefined ? [createDroppedWarning('folderId')] : []),
      ...warnings,
    ],
  };
}

/** Returns the timestamp to check for conflicts. Undefined if the document is from another bot. */
function getBase({ id, updatedAt }: JsonObject, botId: string): string | undefined {
  const isOfThisBot = id === undefined || id === botId;
  if (!isOfThisBot || typeof updatedAt !== 'string') return undefined;
  if (Number.isNaN(Date.parse(updatedAt))) throw badRequest('bot.updatedAt', 'Invalid ISO datetime');
  return updatedAt;
}

/**
 * Compares the bots as readers would see them. Ignores key order, and nulls that responses contain anyway.
 */
function isSame({ head, document: draft }: StoredBot, document: BotDocument): boolean {
  return isDeepStrictEqual(presentBot({ head, document: draft }), presentBot({ head, document }));
}
