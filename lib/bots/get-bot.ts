import { readBotUnless } from '#lib/bots/store/draft-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import type { Bot, BotHead } from './document/bot-head.ts';
import { migrateToLatest } from './migrations/migrate.ts';
import { formatEtag } from './present-bot.ts';

/**
 * Returns a bot's draft. `migrateToLatestVersion` converts the returned document to the latest schema
 * version, but not the stored one. The document is absent if `ifNoneMatch`, a value of the If-None-Match header, has the
 * draft's ETag. A document in parts is then not read.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function getBot(
  botId: string,
  options: { migrateToLatestVersion: boolean; ifNoneMatch: string | undefined },
  caller: Caller,
): Promise<Bot | { head: BotHead; document?: never }> {
  const isKnown = (head: BotHead) => hasEtag(options.ifNoneMatch, head);
  const bot = await readBotUnless(isKnown, botId, accessToBot('viewer', caller));
  if (!bot) throw botNotFound();
  const { head, document } = bot;
  if (!document) return { head };
  return { head, document: options.migrateToLatestVersion ? migrateToLatest(document) : document };
}

/** Whether a value of the If-None-Match header names the draft. Intermediaries may have made its ETag a weak one. */
function hasEtag(ifNoneMatch: string | undefined, head: BotHead): boolean {
  if (ifNoneMatch === undefined) return false;
  const etags = ifNoneMatch.split(',').map((etag) => etag.trim().replace(/^W\//, ''));
  return etags.includes('*') || etags.includes(formatEtag(head));
}
