import { accessToBot } from '#lib/bots/bot-access.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { type Bot, type BotHead, nextTimestamp, withoutServerFields } from '#lib/bots/document/bot-head.ts';
import { isPatchField, type Warning } from '#lib/bots/document/bot-schema.ts';
import { type BotVersion, isV6 } from '#lib/bots/document/bot-version.ts';
import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import { unwrapPatch, unwrapRounded } from '#lib/bots/document/wrapped-document.ts';
import { checkWantedDomain } from '#lib/bots/domains/check-wanted-domain.ts';
import { completeFields } from '#lib/bots/incoming/document-defaults.ts';
import { toRoundingWarnings } from '#lib/bots/incoming/rounding-warnings.ts';
import { shortenWarnings } from '#lib/bots/incoming/shorten-warnings.ts';
import { unwrapWarnings } from '#lib/bots/incoming/unwrap-warnings.ts';
import { canMigrate, migrateTo } from '#lib/bots/migrations/migrate.ts';
import { assertFitsResponse } from '#lib/bots/response-limit.ts';
import { readBot, saveDraft } from '#lib/bots/store/draft-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { badRequest } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { assertNotArchived } from './archived-bot.ts';
import { rewriteBot } from './rewrite-bot.ts';
import { assertNotStale, type ChangeBase, isFromBeforePublicId } from './stale-base.ts';

export type BotUpdate = {
  /** Each field replaces the whole stored field. */
  patch: JsonObject;
  /** Writes even if the stored bot is newer than `patch.updatedAt`. */
  overwrite: boolean;
  /** ETag that the change is based on, for the strict conflict check. */
  ifMatch: string | undefined;
  /** Numbers in the request that JSON.parse rounded. */
  rounded?: RoundedNumber[];
};

const PUBLIC_ID_KEPT: Warning = {
  code: 'DROPPED',
  path: 'bot.publicId',
  message: 'kept because publishing has generated it since',
};

/**
 * Changes a bot's draft. Without `updatedAt` and If-Match, concurrent changes to different fields both survive.
 * With either, the update is refused if the bot has changed since, so that nothing is lost.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the version would go down, CONFLICT if the bot is archived,
 *   `updatedAt` is stale, or the publicId or customDomain is taken, PRECONDITION_FAILED if the ETag is stale,
 *   PAYLOAD_TOO_LARGE
 */
export async function updateBot(
  botId: string,
  update: BotUpdate,
  caller: Caller,
): Promise<{ bot: Bot; warnings: Warning[] }> {
  const { overwrite, ifMatch } = update;
  const { content: patch, path } = unwrapPatch(update.patch, isPatchField);
  const rounded = unwrapRounded(update.rounded ?? [], path);
  const base: ChangeBase = { updatedAt: patch.updatedAt as string | undefined, overwrite, ifMatch };
  const origin = changeOrigin(caller);
  return rewriteBot(
    botId,
    (id) => readBot(id, accessToBot('editor', caller)),
    async (stored) => {
      assertNotArchived(stored.head);
      assertNotStale(stored.head, base);

      const sent = withoutServerFields(patch);
      const before = convertToVersion(sent, stored.document);
      const { value: fields, warnings } = completeFields(sent, before);
      const { head, kept } = patchHead(stored.head, patch, base);
      const isNewDomain = head.customDomain !== stored.head.customDomain;
      const domainWarnings = isNewDomain ? await checkWantedDomain(head) : [];
      const bot: Bot = { head, document: { ...before, ...fields } };
      assertFitsResponse(bot);
      await saveDraft(stored, bot, {
        ...origin,
        action: 'updateBot',
        workspaceId: head.workspaceId,
        botId,
      });
      return {
        bot,
        warnings: shortenWarnings([
          ...unwrapWarnings(path),
          ...kept,
          ...domainWarnings,
          ...toRoundingWarnings(rounded),
          ...warnings,
        ]),
      };
    },
  );
}

/** Returns the changed head, and a warning if the publicId is kept although the patch would clear it. */
function patchHead(head: BotHead, patch: JsonObject, base: ChangeBase): { head: BotHead; kept: Warning[] } {
  const isKept = patch.publicId === null && isFromBeforePublicId(head, base);
  return {
    head: {
      ...head,
      updatedAt: nextTimestamp(head.updatedAt),
      revision: head.revision + 1,
      ...(patch.isClosed !== undefined && { isClosed: patch.isClosed as boolean }),
      ...(patch.webhookReplies !== undefined && { webhookReplies: patch.webhookReplies as WebhookReplies }),
      ...(patch.publicId !== undefined && !isKept && { publicId: patch.publicId as string | null }),
      ...(patch.customDomain !== undefined && { customDomain: patch.customDomain as string | null }),
    },
    kept: isKept ? [PUBLIC_ID_KEPT] : [],
  };
}

/**
 * Converts the stored document to the update's version, which its fields require. Downgrades are refused,
 * because migrations cannot be undone.
 */
function convertToVersion(fields: JsonObject, document: BotDocument): BotDocument {
  const wanted = fields.version as BotVersion | undefined;
  if (wanted === undefined) return document;
  if (canMigrate(document.version, wanted)) return migrateTo(document, wanted);
  // Versions 6 and 6.1 differ only in default colours, so a bot may switch between them freely.
  if (isV6(wanted) && isV6(document.version)) return document;
  throw badRequest('bot.version', `Cannot change a bot from version ${document.version} back to ${wanted}`);
}
