import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '#lib/auth/access.ts';
import type { StoredBot } from '#lib/bots/store/bot-item.ts';
import { readBot, saveDraft } from '#lib/bots/store/draft-store.ts';
import { badRequest } from '#lib/errors/service-error.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import type { RoundedNumber } from '#lib/json/rounded-numbers.ts';
import { assertAnswerable } from './answer-limit.ts';
import { assertNotArchived } from './archived-bot.ts';
import { accessToBot } from './bot-access.ts';
import type { BotDocument } from './document/bot-document.ts';
import { type Bot, presentBot } from './document/bot-head.ts';
import type { Warning } from './document/bot-schema.ts';
import { danglingReferences } from './document/dangling-references.ts';
import { dropped, toImportedDocument } from './document/imported-document.ts';
import { shortenWarnings } from './document/shorten-warnings.ts';
import { replacedDraft } from './replaced-draft.ts';
import { rewriteBot } from './rewrite-bot.ts';
import { assertNotStale } from './stale-base.ts';

export type BotReplacement = {
  /** Workspace that the bot is in. */
  workspaceId: string;
  bot: JsonObject;
  /** New folder of the bot. If absent, the bot stays in its folder. */
  folderId?: string | null | undefined;
  /** Stores nothing and returns the bot that would have been stored. */
  dryRun?: boolean | undefined;
  /** Writes even if the stored bot is newer than `bot.updatedAt`. */
  overwrite?: boolean | undefined;
  /** The ETag that the document is based on. */
  ifMatch?: string | undefined;
  /** Numbers in the request that JSON.parse rounded. */
  rounded?: RoundedNumber[] | undefined;
};

/** `keptAsRelease` is the release that the old draft was kept as. Absent if it was a release already. */
export type Replacement = { bot: Bot; warnings: Warning[]; keptAsRelease?: number };

/**
 * Imports a document of any age over a bot's draft. The fields that the server decides stay: the address,
 * what is published, and whether the bot is closed. The folder stays too unless another is given. A draft
 * that is not a release yet is kept as the next one. A document that equals the draft changes nothing, even
 * if it is based on an old state of the bot, so a request whose response was lost can be sent again.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the bot is archived or `updatedAt` is stale, PRECONDITION_FAILED
 *   if the ETag is stale, BAD_REQUEST if the bot is in another workspace, PAYLOAD_TOO_LARGE
 */
export async function replaceBot(
  botId: string,
  replacement: BotReplacement,
  caller: Caller,
): Promise<Replacement> {
  const { workspaceId, dryRun, overwrite, ifMatch } = replacement;
  return await rewriteBot(
    botId,
    (id) => readBot(id, accessToBot(caller, 'editor')),
    async (before) => {
      assertNotArchived(before.head);
      if (before.head.workspaceId !== workspaceId) {
        throw badRequest('workspaceId', 'The bot is in another workspace');
      }
      const { document, warnings } = replacingDocument(before, replacement);
      const updatedAt = getBase(replacement.bot, botId);
      if (isSame(before, document)) return { bot: before, warnings };

      assertNotStale(before.head, { updatedAt, overwrite: overwrite === true, ifMatch });
      const { head, ...kept } = replacedDraft(before);
      const bot = { head, document };
      assertAnswerable(bot);
      if (!dryRun) await saveDraft(before, bot);
      // A dry run returns the current ETag, because the real import can be based on that one.
      const revision = dryRun ? before.head.revision : head.revision;
      return { bot: { head: { ...head, revision }, document }, warnings, ...kept };
    },
  );
}

function replacingDocument(
  { head, document: draft }: StoredBot,
  { bot: sent, folderId, rounded }: BotReplacement,
): { document: BotDocument; warnings: Warning[] } {
  const { whatsAppCredentialsId, riskLevel } = draft;
  const stays = { ...head, whatsAppCredentialsId, riskLevel };
  const { document, warnings } = toImportedDocument(sent, { name: draft.name, kept: stays, rounded });
  const kept = folderId === undefined ? draft.folderId : folderId;
  const isFolderDropped = typeof document.folderId === 'string' && document.folderId !== kept;
  if (kept === undefined) delete document.folderId;
  else document.folderId = kept;
  return {
    document,
    warnings: shortenWarnings([
      ...(isFolderDropped && folderId === undefined ? [dropped('folderId')] : []),
      ...warnings,
      ...danglingReferences(document),
    ]),
  };
}

/**
 * Timestamp to check for conflicts. The `updatedAt` of another bot's document says nothing about this bot.
 */
function getBase({ id, updatedAt }: JsonObject, botId: string): string | undefined {
  const isOfThisBot = id === undefined || id === botId;
  if (!isOfThisBot || typeof updatedAt !== 'string') return undefined;
  if (Number.isNaN(Date.parse(updatedAt))) throw badRequest('bot.updatedAt', 'Invalid ISO datetime');
  return updatedAt;
}

/**
 * Compares what readers would see: the order of keys does not matter, nor a null that a response has anyway.
 */
function isSame({ head, document: draft }: StoredBot, document: BotDocument): boolean {
  return isDeepStrictEqual(presentBot({ head, document: draft }), presentBot({ head, document }));
}
