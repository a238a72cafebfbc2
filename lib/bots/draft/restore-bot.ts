import { accessToBot } from '#lib/bots/bot-access.ts';
import { type Bot, type BotHead, nextTimestamp } from '#lib/bots/document/bot-head.ts';
import { readBot, saveHead } from '#lib/bots/store/draft-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { rewriteBot } from './rewrite-bot.ts';

/**
 * Restores an archived bot. The bot is then unpublished and has no public address, because another bot may
 * have taken the old address. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function restoreBot(botId: string, caller: Caller): Promise<Bot> {
  const origin = changeOrigin(caller);
  return await rewriteBot(
    botId,
    (id) => readBot(id, accessToBot('editor', caller)),
    async (bot) => {
      if (!bot.head.isArchived) return bot;
      const head: BotHead = {
        ...bot.head,
        isArchived: false,
        updatedAt: nextTimestamp(bot.head.updatedAt),
        revision: bot.head.revision + 1,
      };
      const { workspaceId } = head;
      await saveHead(bot, head, { ...origin, action: 'restoreBot', workspaceId, botId });
      return { head, document: bot.document };
    },
  );
}
