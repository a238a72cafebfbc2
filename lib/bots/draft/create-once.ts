import type { Bot } from '#lib/bots/document/bot-head.ts';
import { createBot, readBot } from '#lib/bots/store/draft-store.ts';
import { BotExistsError } from '#lib/bots/store/write-bot-item.ts';
import type { Change } from '#lib/platform/audit/change.ts';

/**
 * Writes a new bot. If it already exists, an earlier attempt of the same request wrote it and its response was
 * lost, so the stored bot is returned.
 *
 * @throws ClaimTakenError
 */
export async function createOnce(bot: Bot, change: Change): Promise<Bot> {
  try {
    await createBot(bot, change);
    return bot;
  } catch (error) {
    if (!(error instanceof BotExistsError)) throw error;
    const { id, workspaceId } = bot.head;
    const created = await readBot(id, (owner) => {
      if (owner !== workspaceId) throw error;
    });
    if (!created) throw error;
    return created;
  }
}
