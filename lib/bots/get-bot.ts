import { readBot } from '#lib/bots/store/draft-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import type { Bot } from './document/bot-head.ts';
import { migrateToLatest } from './migrations/migrate.ts';

/**
 * Returns a bot's draft. `migrateToLatestVersion` converts the returned document to the latest schema
 * version, but not the stored one.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function getBot(
  botId: string,
  options: { migrateToLatestVersion: boolean },
  caller: Caller,
): Promise<Bot> {
  const bot = await readBot(botId, accessToBot('viewer', caller));
  if (!bot) throw botNotFound();
  return options.migrateToLatestVersion
    ? { head: bot.head, document: migrateToLatest(bot.document) }
    : { head: bot.head, document: bot.document };
}
