import type { Caller } from '#lib/auth/access.ts';
import { readBot, saveDraft } from '#lib/bots/store/draft-store.ts';
import { badRequest } from '#lib/errors/service-error.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import type { RoundedNumber } from '#lib/json/rounded-numbers.ts';
import { assertAnswerable } from './answer-limit.ts';
import { assertNotArchived } from './archived-bot.ts';
import { accessToBot } from './bot-access.ts';
import type { BotDocument } from './document/bot-document.ts';
import { type Bot, type BotHead, nextTimestamp, withoutServerFields } from './document/bot-head.ts';
import type { Warning } from './document/bot-schema.ts';
import { type BotVersion, isV6 } from './document/bot-version.ts';
import { completeFields } from './document/document-defaults.ts';
import { roundingWarnings } from './document/rounding-warnings.ts';
import { shortenWarnings } from './document/shorten-warnings.ts';
import { canMigrate, migrateTo } from './migrations/migrate.ts';
import { rewriteBot } from './rewrite-bot.ts';
import { assertNotStale, type ChangeBase, isFromBeforePublicId } from './stale-base.ts';

export type BotUpdate = {
  /** Each field in it replaces the whole stored field. */
  patch: JsonObject;
  /** Writes even if the stored bot is newer than `patch.updatedAt`. */
  overwrite: boolean;
  /** The ETag that the change is based on: the strict form of the conflict check. */
  ifMatch: string | undefined;
  /** Numbers in the request that JSON.parse rounded. */
  rounded?: RoundedNumber[];
};

const PUBLIC_ID_KEPT: Warning = {
  code: 'DROPPED',
  path: 'bot.publicId',
  message: 'publishing has given the bot its publicId since; it stays',
};

/**
 * Changes a bot's draft. Without `updatedAt` and If-Match, simultaneous changes of different fields both
 * survive. With either of them, the update is refused if the bot was changed in between, and nothing is lost.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the bot would go back to an older version, CONFLICT if the bot
 *   is archived, `updatedAt` is stale, or the publicId or customDomain is taken, PRECONDITION_FAILED if the
 *   ETag is stale, PAYLOAD_TOO_LARGE
 */
export async function updateBot(
  botId: string,
  update: BotUpdate,
  caller: Caller,
): Promise<{ bot: Bot; warnings: Warning[] }> {
  const { patch, overwrite, ifMatch } = update;
  const base: ChangeBase = { updatedAt: patch.updatedAt as string | undefined, overwrite, ifMatch };
  return rewriteBot(
    botId,
    (id) => readBot(id, accessToBot(caller, 'editor')),
    async (stored) => {
      assertNotArchived(stored.head);
      assertNotStale(stored.head, base);

      const sent = withoutServerFields(patch);
      const before = convertToVersion(sent, stored.document);
      const { value: fields, warnings } = completeFields(sent, before);
      const { head, kept } = patchedHead(stored.head, patch, base);
      const bot: Bot = { head, document: { ...before, ...fields } };
      assertAnswerable(bot);
      await saveDraft(stored, bot);
      return {
        bot,
        warnings: shortenWarnings([...kept, ...roundingWarnings(update.rounded ?? []), ...warnings]),
      };
    },
  );
}

/** The changed head, and a warning if the change would have cleared a publicId that stays. */
function patchedHead(head: BotHead, patch: JsonObject, base: ChangeBase): { head: BotHead; kept: Warning[] } {
  const isKept = patch.publicId === null && isFromBeforePublicId(head, base);
  return {
    head: {
      ...head,
      updatedAt: nextTimestamp(head.updatedAt),
      revision: head.revision + 1,
      ...(patch.isClosed !== undefined && { isClosed: patch.isClosed as boolean }),
      ...(patch.publicId !== undefined && !isKept && { publicId: patch.publicId as string | null }),
      ...(patch.customDomain !== undefined && { customDomain: patch.customDomain as string | null }),
    },
    kept: isKept ? [PUBLIC_ID_KEPT] : [],
  };
}

/**
 * Converts the stored document to the version that the update asks for. It is migrated to a newer version
 * because the fields sent are written for that one. It cannot go back, because a migration cannot be undone.
 */
function convertToVersion(fields: JsonObject, document: BotDocument): BotDocument {
  const wanted = fields.version as BotVersion | undefined;
  if (wanted === undefined) return document;
  if (canMigrate(document.version, wanted)) return migrateTo(document, wanted);
  // 6 and 6.1 differ in default colours only, so a bot may go either way between them.
  if (isV6(wanted) && isV6(document.version)) return document;
  throw badRequest('bot.version', `A bot of version ${document.version} cannot go back to version ${wanted}`);
}
