import { type Item, queryOnce, writeItems } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import { endResult } from './result-store.ts';

/** A page of items to delete: many small ones, or as many large ones as fit into the 1 MB of a query. */
const ITEMS_PER_PAGE = 500;

/**
 * Erases a result with its answers, its logs and the sessions that wrote to it. The result ends first: every write of a
 * session has the condition that it has not, so nothing is written behind the deletion. Its sessions go next, for clients
 * send logs by the session alone. The result itself goes last: as long as it is there, a deletion that was interrupted
 * is found again and goes on.
 *
 * @param hasTime asked before each page; once it says no, what is left is left for another call
 * @returns whether nothing is left
 */
export async function eraseResult(resultId: string, hasTime: () => boolean): Promise<boolean> {
  if (!hasTime()) return false;
  const sessionIds = await endResult(resultId);
  // Another deletion was faster.
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
