import { checkDocument, toCheckedDocument } from '#lib/bots/check-document.ts';
import { relinkBots } from '#lib/bots/document/linked-bots.ts';
import { newBotHead } from '#lib/bots/document/new-bot-head.ts';
import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import { unwrapDocument, unwrapRounded } from '#lib/bots/document/wrapped-document.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { connectEdges } from '#lib/bots/incoming/unnamed-edges.ts';
import { unwrapWarnings } from '#lib/bots/incoming/unwrap-warnings.ts';
import { assertFitsResponse } from '#lib/bots/response-limit.ts';
import { getWantedPublicId, isPublicIdFree, publicIdWarnings } from '#lib/bots/wanted-public-id.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { toBotSource } from './bot-source.ts';
import { createOnce } from './create-once.ts';
import { findMissingWarnings, importWarnings } from './import-warnings.ts';
import { type BotReplacement, type Replacement, replaceBot } from './replace-bot.ts';

export type BotImport = BotReplacement & {
  /** Bot whose draft the document replaces. If absent, a new bot is created. */
  botId?: string | undefined;
  /** New ids of the bots that the document links to, by the ids it has for them. */
  linkedBots?: Record<string, string> | undefined;
} & NewBotOptions;

type NewBotOptions = {
  /** Id for a new bot if the request has an idempotency key, so that a retry gets the same id. */
  newId?: string | undefined;
  /** Whether a new bot takes the document's publicId if it is valid and free. */
  keepPublicId?: boolean | undefined;
  /** Whether a new bot takes replies to Listen blocks as data. Defaults to `text`. */
  webhookReplies?: WebhookReplies | undefined;
};

/**
 * Imports a document of any age, as a new bot or over an existing bot's draft. Its content and version are
 * kept; `warnings` lists dangling references and everything that was filled in, renamed or left out. A dry run
 * stores nothing and also returns the `issues` found by checking the flow.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace or the bot, FORBIDDEN, BAD_REQUEST,
 *   PAYLOAD_TOO_LARGE, and whatever `replaceBot` throws
 */
export async function importBot(
  { botId, newId, keepPublicId, webhookReplies, linkedBots = {}, ...sent }: BotImport,
  caller: Caller,
): Promise<Replacement & { issues?: FlowIssue[] }> {
  const newIds = new Map(Object.entries(linkedBots));
  const { content, path } = unwrapDocument(sent.bot);
  const request = {
    ...sent,
    bot: relinkBots(content, newIds),
    rounded: unwrapRounded(sent.rounded ?? [], path),
  };
  const replacement =
    botId === undefined
      ? await importAsNew(request, { newId, keepPublicId, webhookReplies }, caller)
      : await replaceBot(botId, request, caller);
  const warnings = [...unwrapWarnings(path), ...replacement.warnings];
  if (!request.dryRun) return { ...replacement, warnings };
  const checked = request.repair ? connectEdges(request.bot).document : request.bot;
  // The setting of the bot counts, whatever the document says.
  const imported = { ...checked, webhookReplies: replacement.bot.head.webhookReplies };
  return { ...replacement, warnings, issues: checkDocument(toCheckedDocument(imported, request.rounded)) };
}

/** The new bot is unpublished. It inherits the source's publicId only on request, and never its domain. */
async function importAsNew(
  { workspaceId, bot: sent, folderId, dryRun, rounded, repair, source }: BotReplacement,
  { newId, keepPublicId = false, webhookReplies = 'text' }: NewBotOptions,
  caller: Caller,
): Promise<Replacement> {
  requireRole(workspaceId, 'editor', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);

  const publicId = keepPublicId ? getWantedPublicId(sent) : undefined;
  const { document, warnings } = toImportedDocument(sent, {
    // Only the creation of the bot shows whether it gets the publicId.
    kept: { webhookReplies, ...(keepPublicId && { publicId: sent.publicId as string }) },
    rounded,
    repair,
  });
  if (folderId !== undefined) document.folderId = folderId;

  const head = {
    ...newBotHead(workspaceId, newId),
    webhookReplies,
    ...(source && { source: toBotSource(source, document) }),
  };
  if (!dryRun) addLogKeys({ botId: head.id });
  const isFree = publicId !== undefined && (await isPublicIdFree(publicId, head.id));
  const bot = { head: isFree ? { ...head, publicId } : head, document };
  assertFitsResponse(bot);
  const missing = await findMissingWarnings(document, { workspaceId, botId: head.id });
  const change = { ...changeOrigin(caller), action: 'importBot' as const, workspaceId, botId: head.id };
  const stored = dryRun ? bot : await createOnce(bot, change);
  // Another bot may have taken the publicId since it was free.
  const created = 'taken' in stored ? await createOnce({ head, document }, change) : stored;
  const changes = [...(keepPublicId ? publicIdWarnings(sent, created.head.publicId) : []), ...warnings];
  return { bot: created, warnings: importWarnings(document, changes, missing) };
}
