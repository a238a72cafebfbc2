import { type Caller, requireRole } from '#lib/auth/access.ts';
import type { BotFlow } from '#lib/bots/bot-document.ts';
import { readBot, readPublished } from '#lib/bots/bot-store.ts';
import { botNotFound } from '#lib/bots/rewrite-bot.ts';

/**
 * The flow that a bot's results are explained by: what is published or, where nothing is, the draft.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function readAnsweredFlow(botId: string, caller: Caller): Promise<BotFlow> {
  const published = await readPublished(botId);
  if (published) {
    requireRole(caller, published.workspaceId, 'viewer', botNotFound());
    return published.flow;
  }
  const bot = await readBot(botId);
  if (!bot) throw botNotFound();
  requireRole(caller, bot.head.workspaceId, 'viewer', botNotFound());
  return bot.document;
}
