import { type Bot, type BotHead, withoutServerFields } from '#lib/bots/document/bot-head.ts';
import { isPatchField, type Warning } from '#lib/bots/document/bot-schema.ts';
import { type BotVersion, LATEST_VERSION } from '#lib/bots/document/bot-version.ts';
import { newBotHead } from '#lib/bots/document/new-bot-head.ts';
import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import { unwrapPatch, unwrapRounded } from '#lib/bots/document/wrapped-document.ts';
import { checkWantedDomain } from '#lib/bots/domains/check-wanted-domain.ts';
import { findDanglingReferences } from '#lib/bots/incoming/dangling-references.ts';
import { completeDocument, completeFields } from '#lib/bots/incoming/document-defaults.ts';
import { toRoundingWarnings } from '#lib/bots/incoming/rounding-warnings.ts';
import { shortenWarnings } from '#lib/bots/incoming/shorten-warnings.ts';
import { unwrapWarnings } from '#lib/bots/incoming/unwrap-warnings.ts';
import { assertFitsResponse } from '#lib/bots/response-limit.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { createOnce } from './create-once.ts';
import { createTakenConflict } from './rewrite-bot.ts';

export type BotCreation = {
  workspaceId: string;
  bot: JsonObject;
  /** Id for the new bot if the request has an idempotency key, so that a retry gets the same id. */
  newId?: string | undefined;
  /** Numbers in the request that JSON.parse rounded. */
  rounded?: RoundedNumber[];
};

/**
 * Creates a bot from the given fields. All are optional, and without a version the bot gets the latest.
 * Unlike an import, it accepts `publicId`, `customDomain`, `isClosed` and `webhookReplies`. Missing top-level fields are
 * expected, so `warnings` lists only what was filled in within the given fields.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace, FORBIDDEN, CONFLICT if the publicId or
 *   customDomain is taken, PAYLOAD_TOO_LARGE
 */
export async function createBot(
  { workspaceId, bot, newId, rounded = [] }: BotCreation,
  caller: Caller,
): Promise<{ bot: Bot; warnings: Warning[] }> {
  requireRole(workspaceId, 'editor', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);

  const { content: sent, path } = unwrapPatch(bot, isPatchField);
  const { version = LATEST_VERSION, ...owned } = withoutServerFields(sent);
  const before = { version: version as BotVersion, events: null, groups: [] };
  const { value: fields, warnings } = completeFields(owned, before);
  const { document } = completeDocument({ version, ...fields });
  const created = { head: toWantedHead(newBotHead(workspaceId, newId), sent), document };
  addLogKeys({ botId: created.head.id });
  assertFitsResponse(created);
  const domainWarnings = await checkWantedDomain(created.head);
  const stored = await createOnce(created, {
    ...changeOrigin(caller),
    action: 'createBot',
    workspaceId,
    botId: created.head.id,
  });
  if ('taken' in stored) throw createTakenConflict(stored.taken);
  return {
    bot: stored,
    warnings: shortenWarnings([
      ...unwrapWarnings(path),
      ...domainWarnings,
      ...toRoundingWarnings(unwrapRounded(rounded, path)),
      ...warnings,
      ...findDanglingReferences(document),
    ]),
  };
}

function toWantedHead(
  head: BotHead,
  { publicId, customDomain, isClosed, webhookReplies = head.webhookReplies }: JsonObject,
): BotHead {
  return {
    ...head,
    publicId: (publicId as string | null | undefined) ?? null,
    customDomain: (customDomain as string | null | undefined) ?? null,
    isClosed: isClosed === true,
    webhookReplies: webhookReplies as WebhookReplies,
  };
}
