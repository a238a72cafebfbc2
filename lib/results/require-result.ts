import { type Caller, requireRole } from '#lib/auth/access.ts';
import type { Role } from '#lib/auth/role.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import type { ResultOwner } from './result-store.ts';

/**
 * Returns the result if it belongs to this bot and the caller has the role.
 *
 * @param result the stored result or its owner; undefined if there is no such result
 * @throws NOT_FOUND if the bot does not exist or belongs to a workspace without access, or if the result does
 *   not exist or belongs to another bot; FORBIDDEN
 */
export async function requireResult<R extends ResultOwner>(
  botId: string,
  result: R | undefined,
  role: Role,
  caller: Caller,
): Promise<R> {
  // Without access, the caller gets the same error after the same reads as for a bot that does not exist.
  if (result?.botId === botId && caller.grants.has(result.workspaceId)) {
    requireRole(caller, result.workspaceId, role, botNotFound());
    return result;
  }
  await requireBot(botId, role, caller);
  throw new ServiceError('NOT_FOUND', 'Result not found');
}

/** @throws NOT_FOUND, FORBIDDEN */
export async function requireBot(botId: string, role: Role, caller: Caller): Promise<void> {
  const bot = await readBotHead(botId);
  if (!bot) throw botNotFound();
  requireRole(caller, bot.head.workspaceId, role, botNotFound());
}
