import type { Bot } from '#lib/bots/document/bot-head.ts';
import type { UnclaimedHead } from '#lib/bots/document/new-bot-head.ts';
import { insertBot, readBot, type TakenField } from '#lib/bots/store/draft-store.ts';
import type { Change } from '#lib/platform/audit/change.ts';

/**
 * Writes a new bot. If it already exists, an earlier attempt of the same request wrote it and its response was
 * lost, so the stored bot is returned. A bot without a publicId and a custom domain cannot find them taken.
 */
export function createOnce(bot: Bot & { head: UnclaimedHead }, change: Change): Promise<Bot>;
export function createOnce(bot: Bot, change: Change): Promise<Bot | TakenField>;
export async function createOnce(bot: Bot, change: Change): Promise<Bot | TakenField> {
  const outcome = await insertBot(bot, change);
  if (outcome === 'created') return bot;
  if (outcome !== 'exists') return outcome;
  const { id, workspaceId } = bot.head;
  const stored = await readBot(id, (owner) => {
    if (owner !== workspaceId) throw new Error('Another workspace has a bot with this id');
  });
  if (!stored) throw new Error('The bot was erased while it was being created');
  return stored;
}
