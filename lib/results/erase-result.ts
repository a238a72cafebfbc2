import { type Item, queryOnce, writeItems } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import { endResult } from './result-store.ts';

/** Items to delete per page. A query returns at most 1 MB, so a page of large items holds fewer. */
const ITEMS_PER_PAGE = 500;

/**
 * Erases a result with its answers, its logs and the sessions that wrote to it. First, the result is marked
 * as ended. Every write of a session has the condition that the result has not ended, so nothing is written
 * after that. The sessions are deleted next, because a client needs only its session to send logs. The result
 * itself is deleted last, so that another call can find it and continue an interrupted deletion.
 *
 * @param hasTime asked before each page; when it returns false, the rest is left for another call
 * @returns whether everything is erased
 */
export async function eraseResult(resultId: string, hasTime: () => boolean): Promise<boolean> {
  if (!hasTime()) return false;
  const sessionIds = await endResult(resultId);
  // Another call has already erased it.
  if (!sessionIds) return true;
  await writeItems(sessionIds.map((id) => ({ delete: keys.session(id) })));
  const result = keys.result(resultId);
  const isRestGone = await erasePartition(result.pk, ({ sk }) => sk !== result.sk, hasTime);
  if (!isRestGone) return false;
  const isLogsGone = await erasePartition(keys.logPartition(resultId), () => true, hasTime);
  if (!isLogsGone) return false;
  await writeItems([{ delete: result }]);
  return true;
}

async function erasePartition(
  pk: string,
  isErased: (item: Item) => boolean,
  hasTime: () => boolean,
): Promise<boolean> {
  let startAfter: Item | undefined;
  do {
    if (!hasTime()) return false;
    const page = await queryOnce(
      { keyCondition: 'pk = :pk', values: { ':pk': pk } },
      { limit: ITEMS_PER_PAGE, ...(startAfter && { startAfter }) },
    );
    await writeItems(page.items.filter(isErased).map(({ sk }) => ({ delete: { pk, sk: String(sk) } })));
    startAfter = page.lastKey;
  } while (startAfter);
  return true;
}
