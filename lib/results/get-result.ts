import { type Caller, requireRole } from '#lib/auth/access.ts';
import { readBotHead } from '#lib/bots/bot-store.ts';
import { botNotFound } from '#lib/bots/rewrite-bot.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import type { Result } from './result-schema.ts';
import { readResult } from './result-store.ts';

/**
 * One respondent's run of a bot, with its answers.
 *
 * @throws NOT_FOUND for a bot that is absent or foreign, and for a result that is absent or of another bot;
 *   FORBIDDEN
 */
export async function getResult(botId: string, resultId: string, caller: Caller): Promise<Result> {
  const stored = await readResult(resultId);
  if (stored?.result.botId === botId) {
    requireRole(caller, stored.workspaceId, 'viewer', botNotFound());
    return stored.result;
  }
  // Only now does the bot itself matter: a stranger is told that the bot is not there, not the result.
  const bot = await readBotHead(botId);
  if (!bot) throw botNotFound();
  requireRole(caller, bot.head.workspaceId, 'viewer', botNotFound());
  throw new ServiceError('NOT_FOUND', 'Result not found');
}
