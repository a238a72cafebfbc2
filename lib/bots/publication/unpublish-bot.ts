import { accessToBot } from '#lib/bots/bot-access.ts';
import { rewriteBot } from '#lib/bots/draft/rewrite-bot.ts';
import { readBotHead, saveHead } from '#lib/bots/store/draft-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';

/**
 * Unpublishes a bot. Its draft, releases and publicId are kept. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function unpublishBot(botId: string, caller: Caller): Promise<void> {
  const origin = changeOrigin(caller);
  await rewriteBot(botId, readBotHead, async (bot) => {
    const { workspaceId, published } = bot.head;
    accessToBot('editor', caller)(workspaceId);
    if (published === null) return;
    const change = { ...origin, action: 'unpublishBot' as const, workspaceId, botId };
    await saveHead(bot, { ...bot.head, published: null }, change);
  });
}
