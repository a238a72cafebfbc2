import { changeOrigin } from '#lib/audit/change.ts';
import type { Caller } from '#lib/auth/access.ts';
import { readBotHead, saveHead } from '#lib/bots/store/draft-store.ts';
import { accessToBot } from './bot-access.ts';
import { rewriteBot } from './rewrite-bot.ts';

/**
 * Unpublishes a bot. Its draft, releases and publicId are kept. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function unpublishBot(botId: string, caller: Caller): Promise<void> {
  const origin = changeOrigin(caller);
  await rewriteBot(botId, readBotHead, async (bot) => {
    const { workspaceId, published } = bot.head;
    accessToBot(caller, 'editor')(workspaceId);
    if (published === null) return;
    const change = { ...origin, action: 'unpublishBot' as const, workspaceId, botId };
    await saveHead(bot, { ...bot.head, published: null }, change);
  });
}
