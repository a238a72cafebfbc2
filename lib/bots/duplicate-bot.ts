import { type Caller, requireRole } from '#lib/auth/access.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { assertAnswerable } from './answer-limit.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import { createOnce } from './create-once.ts';
import type { BotDocument } from './document/bot-document.ts';
import type { Bot } from './document/bot-head.ts';
import { newBotHead } from './document/new-bot-head.ts';

export type Duplication = {
  /** Absent: the source's, with ` (copy)`. */
  name?: string | undefined;
  /** Absent: the source's. */
  workspaceId?: string | undefined;
  /** Absent: the source's, or none in another workspace. */
  folderId?: string | null | undefined;
  /** Id of the copy, where the request may come again. */
  newId?: string | undefined;
};

/**
 * Copies the draft of a bot, archived ones included, as a new bot with nothing published and no public address.
 * Ids inside the document stay, for edges name them.
 *
 * @throws NOT_FOUND for the bot or the workspace, FORBIDDEN, PAYLOAD_TOO_LARGE
 */
export async function duplicateBot(botId: string, wanted: Duplication, caller: Caller): Promise<Bot> {
  const source = await readBot(botId, accessToBot(caller, 'viewer'));
  if (!source) throw botNotFound();
  const { workspaceId = source.head.workspaceId } = wanted;
  requireRole(caller, workspaceId, 'editor', new ServiceError('NOT_FOUND', 'Workspace not found'));

  const { name = `${source.document.name} (copy)`, folderId } = wanted;
  const document: BotDocument = { ...source.document, name };
  if (folderId !== undefined) document.folderId = folderId;
  else if (workspaceId !== source.head.workspaceId) document.folderId = null;
  const bot = { head: newBotHead(workspaceId, wanted.newId), document };
  assertAnswerable(bot);
  return await createOnce(bot);
}
