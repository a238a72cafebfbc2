import { createHash } from 'node:crypto';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import { type Key, keys } from '#lib/platform/store/keys.ts';

/*
 * Ids of erased results are remembered as hashes, so that importing an earlier export does not bring an erased
 * result back. The items never expire: they go with their bot.
 */

export function toErasedResultKey(botId: string, resultId: string): Key {
  return keys.erasedResult(botId, createHash('sha256').update(resultId).digest('hex'));
}

/** Builds the write that remembers an erasure. Must be carried out before the result itself is deleted. */
export function erasureWrite(botId: string, resultId: string): { put: Item } {
  return { put: { ...toErasedResultKey(botId, resultId), erasedAt: new Date().toISOString() } };
}
