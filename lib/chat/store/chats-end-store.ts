import type { Change } from '#lib/platform/audit/change.ts';
import { getItem, putItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { createMinuteCache } from '#lib/platform/store/minute-cache.ts';

/*
 * Stores when the chats of a bot were last ended. Every turn needs this time, so each instance caches it for a
 * minute per bot, including its absence.
 */

const MAX_REMEMBERED_BOTS = 10_000;

const remembered = createMinuteCache<{ endedAt: string | undefined }>(MAX_REMEMBERED_BOTS);

/**
 * Returns the time when the bot's chats were last ended. Chats that began earlier are over. Undefined if
 * never.
 */
export async function readChatsEnd(botId: string): Promise<string | undefined> {
  const known = remembered.get(botId);
  if (known) return known.endedAt;
  const start = Date.now();
  // Eventually consistent reads cost half, and the cached value may be a minute old anyway.
  const item = await getItem(keys.chatsEnd(botId), { isConsistent: false });
  const endedAt = item && String(item.endedAt);
  remembered.set(botId, { endedAt }, { start });
  return endedAt;
}

export async function writeChatsEnd(botId: string, endedAt: string, change: Change): Promise<void> {
  await putItem({ ...keys.chatsEnd(botId), endedAt, change });
  remembered.set(botId, { endedAt });
}

/**
 * How long the record is kept after a bot is erased. A session expires 30 days after its last turn, and
 * instances that cache the bot can run turns for another minute.
 */
const KEPT_SECONDS = 31 * 24 * 60 * 60;

/**
 * Ends all chats of a bot that is about to be erased. The record outlives the bot until its last session has
 * expired, because instances keep flows in memory and would otherwise continue its chats.
 */
export async function endChatsForGood(botId: string, now = new Date()): Promise<void> {
  const endedAt = now.toISOString();
  const expiresAt = Math.floor(now.getTime() / 1_000) + KEPT_SECONDS;
  await putItem({ ...keys.chatsEnd(botId), endedAt, expiresAt });
  remembered.set(botId, { endedAt });
}
