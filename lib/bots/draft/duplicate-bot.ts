import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Bot } from '#lib/bots/document/bot-head.ts';
import { newBotHead } from '#lib/bots/document/new-bot-head.ts';
import { assertFitsResponse } from '#lib/bots/response-limit.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { createOnce } from './create-once.ts';

export type Duplication = {
  /** Defaults to the source's name followed by ` (copy)`. */
  name?: string | undefined;
  /** Defaults to the source's workspace. */
  workspaceId?: string | undefined;
  /** Defaults to the source's folder, or to no folder if the copy goes to another workspace. */
  folderId?: string | null | undefined;
  /** Id for the copy if the request has an idempotency key, so that a retry gets the same id. */
  newId?: string | undefined;
};

/**
 * Copies a bot's draft to a new bot, which is unpublished and has no public address. The source may be
 * archived. Ids inside the document stay the same because edges refer to them.
 *
 * @throws NOT_FOUND if the bot or the workspace does not exist, FORBIDDEN, PAYLOAD_TOO_LARGE
 */
export async function duplicateBot(botId: string, wanted: Duplication, caller: Caller): Promise<Bot> {
  const source = await readBot(botId, accessToBot('viewer', caller));
  if (!source) throw botNotFound();
  const { workspaceId = source.head.workspaceId } = wanted;
  requireRole(workspaceId, 'editor', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);

  const { name = `${source.document.name} (copy)`, folderId } = wanted;
  const document: BotDocument = { ...source.document, name };
  if (folderId !== undefined) document.folderId = folderId;
  else if (workspaceId !== source.head.workspaceId) document.folderId = null;
  const { webhookReplies } = source.head;
  const bot = { head: { ...newBotHead(workspaceId, wanted.newId), webhookReplies }, document };
  assertFitsResponse(bot);
  return await createOnce(bot, {
    ...changeOrigin(caller),
    action: 'duplicateBot',
    workspaceId,
    botId: bot.head.id,
  });
}
