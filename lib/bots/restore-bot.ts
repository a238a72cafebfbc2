import type { Caller } from '#lib/auth/access.ts';
import { readBot, saveHead } from '#lib/bots/store/draft-store.ts';
import { accessToBot } from './bot-access.ts';
import { type Bot, type BotHead, nextTimestamp } from './document/bot-head.ts';
import { rewriteBot } from './rewrite-bot.ts';

/**
 * Takes a bot out of the archive. It is not published and has no public address, because another bot can have
 * its old one by now. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function restoreBot(botId: string, caller: Caller): Promise<Bot> {
  return await rewriteBot(
    botId,
    (id) => readBot(id, accessToBot(caller, 'editor')),
    async (bot) => {
      if (!bot.head.isArchived) return bot;
      const head: BotHead = {
        ...bot.head,
        isArchived: false,
        updatedAt: nextTimestamp(bot.head.updatedAt),
        revision: bot.head.revision + 1,
      };
      await saveHead(bot, head);
      return { head, document: bot.document };
    },
  );
}
