import type { Caller } from '#lib/auth/access.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import type { Bot } from './document/bot-head.ts';
import { migrateToLatest } from './migrations/migrate.ts';

/**
 * The draft of a bot. With `migrateToLatestVersion`, the returned document has the latest schema version and
 * the stored one stays as it is.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function getBot(
  botId: string,
  options: { migrateToLatestVersion: boolean },
  caller: Caller,
): Promise<Bot> {
  const bot = await readBot(botId, accessToBot(caller, 'viewer'));
  if (!bot) throw botNotFound();
  return options.migrateToLatestVersion
    ? { head: bot.head, document: migrateToLatest(bot.document) }
    : { head: bot.head, document: bot.document };
}
