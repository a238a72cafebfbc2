import { accessToBot } from '#lib/bots/bot-access.ts';
import { type BotHead, nextTimestamp } from '#lib/bots/document/bot-head.ts';
import { readBotHead, saveHead } from '#lib/bots/store/draft-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { rewriteBot } from './rewrite-bot.ts';

/**
 * Archives a bot. An archived bot is not listed and has no public address, so other bots can take its
 * publicId and custom domain. Its draft, releases and results are kept. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function archiveBot(botId: string, caller: Caller): Promise<void> {
  const origin = changeOrigin(caller);
  await rewriteBot(botId, readBotHead, async (bot) => {
    const { workspaceId, isArchived } = bot.head;
    accessToBot('editor', caller)(workspaceId);
    if (isArchived) return;
    await saveHead(bot, archiveHead(bot.head), { ...origin, action: 'deleteBot', workspaceId, botId });
  });
}

/** Increments the revision so that ETags from before the change become stale. */
function archiveHead(head: BotHead): BotHead {
  return {
    ...head,
    isArchived: true,
    publicId: null,
    customDomain: null,
    published: null,
    updatedAt: nextTimestamp(head.updatedAt),
    revision: head.revision + 1,
  };
}
