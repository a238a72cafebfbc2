import { writeItems } from '#lib/platform/store/dynamodb.ts';
import { erasePartition } from '#lib/platform/store/erase-partition.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { erasePage } from './erase-results.ts';

export type ErasedPage = {
  /** Number of results erased. */
  deleted: number;
  /** Whether the bot is completely erased. */
  isComplete: boolean;
  /** Where to continue in the list of results. Absent if the next call starts at the beginning. */
  cursor?: string;
};

/**
 * Erases one page of a bot's results or, after a pass that found none, the rest of the bot. Call it until
 * `isComplete`. The bot's own item is deleted last, so that a retry can find an interrupted erasure. The record
 * that its chats have ended stays for a month: see `endChatsForGood`.
 *
 * The bot must have been withdrawn, and its chats ended.
 *
 * @param hasTime once it returns false, the rest is left for another call
 */
export async function eraseBotPage(
  botId: string,
  { cursor, hasTime }: { cursor?: string | undefined; hasTime: () => boolean },
): Promise<ErasedPage> {
  const { deleted, isComplete, nextCursor } = await erasePage(botId, { cursor, hasTime });
  if (!isComplete) return { deleted, isComplete: false, ...(cursor !== undefined && { cursor }) };
  if (nextCursor !== undefined) return { deleted, isComplete: false, cursor: nextCursor };
  // The list is eventually consistent, so only a whole pass that finds nothing proves that no results are left.
  if (deleted > 0 || cursor !== undefined) return { deleted, isComplete: false };
  const draft = keys.draft(botId);
  const keptSortKeys = [draft.sk, keys.chatsEnd(botId).sk];
  const isErased =
    (await erasePartition(keys.statsPartition(botId), { hasTime })) &&
    (await erasePartition(keys.erasedPartition(botId), { hasTime })) &&
    (await erasePartition(draft.pk, { hasTime, keptSortKeys }));
  if (isErased) await writeItems([{ delete: draft }]);
  return { deleted, isComplete: isErased };
}
