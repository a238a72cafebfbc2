import { type Caller, requireRole } from '#lib/auth/access.ts';
import { readBotHead, saveHead } from '#lib/bots/store/draft-store.ts';
import { botNotFound } from './bot-not-found.ts';
import { rewriteBot } from './rewrite-bot.ts';

/**
 * Takes a bot off its public address. The draft, the releases and the publicId stay. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function unpublishBot(botId: string, caller: Caller): Promise<void> {
  await rewriteBot(botId, readBotHead, async (bot) => {
    requireRole(caller, bot.head.workspaceId, 'editor', botNotFound());
    if (bot.head.published !== null) await saveHead(bot, { ...bot.head, published: null });
  });
}
