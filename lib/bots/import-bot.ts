import { changeOrigin } from '#lib/audit/change.ts';
import { type Caller, requireRole } from '#lib/auth/access.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { addLogKeys } from '#lib/observability/log-keys.ts';
import { checkBot } from './check-bot.ts';
import { createOnce } from './create-once.ts';
import { danglingReferences } from './document/dangling-references.ts';
import { toImportedDocument } from './document/imported-document.ts';
import { newBotHead } from './document/new-bot-head.ts';
import { shortenWarnings } from './document/shorten-warnings.ts';
import type { FlowIssue } from './flow/flow-issue.ts';
import { type BotReplacement, type Replacement, replaceBot } from './replace-bot.ts';
import { assertFitsResponse } from './response-limit.ts';

export type BotImport = BotReplacement & {
  /** Bot whose draft the document replaces. If absent, a new bot is created. */
  botId?: string | undefined;
  /** Id for a new bot if the request has an idempotency key, so that a retry gets the same id. */
  newId?: string | undefined;
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
  { botId, newId, ...request }: BotImport,
  caller: Caller,
): Promise<Replacement & { issues?: FlowIssue[] }> {
  const replacement =
    botId === undefined
      ? await importAsNew(request, newId, caller)
      : await replaceBot(botId, request, caller);
  return { ...replacement, ...(request.dryRun && { issues: checkBot(request.bot, request.rounded) }) };
}

/** The new bot is unpublished and does not inherit the source's public address. */
async function importAsNew(
  { workspaceId, bot: sent, folderId, dryRun, rounded }: BotReplacement,
  newId: string | undefined,
  caller: Caller,
): Promise<Replacement> {
  requireRole(caller, workspaceId, 'editor', () => new ServiceError('NOT_FOUND', 'Workspace not found'));

  const { document, warnings } = toImportedDocument(sent, { rounded });
  if (folderId !== undefined) document.folderId = folderId;

  const bot = { head: newBotHead(workspaceId, newId), document };
  if (!dryRun) addLogKeys({ botId: bot.head.id });
  assertFitsResponse(bot);
  const change = {
    ...changeOrigin(caller),
    action: 'importBot' as const,
    workspaceId,
    botId: bot.head.id,
  };
  const created = dryRun ? bot : await createOnce(bot, change);
  return { bot: created, warnings: shortenWarnings([...warnings, ...danglingReferences(document)]) };
}
