import { type Caller, requireRole } from '#lib/auth/access.ts';
import { type Bot, type BotHead, nextTimestamp } from './bot-head.ts';
import { readBot, saveHead } from './bot-store.ts';
import { botNotFound, rewriteBot } from './rewrite-bot.ts';

/**
 * Takes a bot out of the archive. It is not published and has no public address: others may have it now.
 * Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function restoreBot(botId: string, caller: Caller): Promise<Bot> {
  return await rewriteBot(botId, readBot, async (bot) => {
    requireRole(caller, bot.head.workspaceId, 'editor', botNotFound());
    if (!bot.head.isArchived) return bot;
    const head: BotHead = {
      ...bot.head,
      isArchived: false,
      updatedAt: nextTimestamp(bot.head.updatedAt),
      revision: bot.head.revision + 1,
    };
    await saveHead(bot, head);
    return { head, document: bot.document };
  });
}
