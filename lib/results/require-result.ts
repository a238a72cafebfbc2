import { type Caller, requireRole } from '#lib/auth/access.ts';
import type { Role } from '#lib/auth/role.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import type { ResultOwner } from './result-store.ts';

/**
 * The result, if the caller may use it as one of this bot.
 *
 * @param result whose it is, by what is stored; undefined if there is no such result
 * @throws NOT_FOUND for a bot that is absent or foreign, and for a result that is absent or of another bot;
 *   FORBIDDEN
 */
export async function requireResult<R extends ResultOwner>(
  botId: string,
  result: R | undefined,
  role: Role,
  caller: Caller,
): Promise<R> {
  // A stranger is told about the bot, after the same reads as for a bot that is not there.
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
