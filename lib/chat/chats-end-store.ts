import { LRUCache } from 'lru-cache';
import { getItem, putItem } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';

/*
 * When the chats of a bot were last ended. Every turn needs this, so an instance reads it from the table at
 * most once a minute per bot. It also remembers that the chats of a bot were never ended.
 */

const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED_BOTS = 10_000;

type ChatsEnd = { endedAt: string | undefined; readAtMs: number };

const remembered = new LRUCache<string, ChatsEnd>({ max: MAX_REMEMBERED_BOTS });

/** Chats that began at this time or earlier are over. Undefined if the bot's chats were never ended. */
export async function readChatsEnd(botId: string): Promise<string | undefined> {
  const known = remembered.get(botId);
  if (known && Date.now() - known.readAtMs < REMEMBERED_MS) return known.endedAt;
  const readAtMs = Date.now();
  // An eventually consistent read costs half, and the cached value is up to a minute old anyway.
  const item = await getItem(keys.chatsEnd(botId), { isConsistent: false });
  const endedAt = item && String(item.endedAt);
  remembered.set(botId, { endedAt, readAtMs });
  return endedAt;
}

export async function writeChatsEnd(botId: string, endedAt: string): Promise<void> {
  await putItem({ ...keys.chatsEnd(botId), endedAt });
  remembered.set(botId, { endedAt, readAtMs: Date.now() });
}
