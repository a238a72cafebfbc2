import { type Caller, requireRole } from '#lib/auth/access.ts';
import { readBotHead, saveHead } from '#lib/bots/store/draft-store.ts';
import { botNotFound } from './bot-not-found.ts';
import { type BotHead, nextTimestamp } from './document/bot-head.ts';
import { rewriteBot } from './rewrite-bot.ts';

/**
 * Archives a bot. It disappears from the list and from its public address, and other bots can take its
 * publicId and custom domain. The draft, the releases and the results stay. Idempotent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function archiveBot(botId: string, caller: Caller): Promise<void> {
  await rewriteBot(botId, readBotHead, async (bot) => {
    requireRole(caller, bot.head.workspaceId, 'editor', botNotFound());
    if (!bot.head.isArchived) await saveHead(bot, archivedHead(bot.head));
  });
}

/**
 * The revision goes up because a client's ETag is stale: fields it has read change, its public address too.
 */
function archivedHead(head: BotHead): BotHead {
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
