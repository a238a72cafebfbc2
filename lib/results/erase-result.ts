import { logPartition } from '#lib/logs/log-store.ts';
import { type Item, queryOnce, writeItems } from '#lib/store/dynamodb.ts';
import { isId, keys } from '#lib/store/keys.ts';

/** A page of items to delete: many small ones, or as many large ones as fit into the 1 MB of a query. */
const ITEMS_PER_PAGE = 500;

/**
 * Erases a result with its answers, logs and the session of its conversation. The session goes first, so that no reply is
 * taken any more and nothing is written behind the deletion; the result itself goes last: as long as it is there, a
 * deletion that was interrupted is found again and goes on.
 *
 * @param hasTime asked before each page; once it says no, what is left is left for another call
 * @returns whether nothing is left
 */
export async function eraseResult(resultId: string, hasTime: () => boolean): Promise<boolean> {
  const result = keys.result(resultId);
  const isRestGone = await erasePartition(result.pk, ({ sk }) => sk !== result.sk, hasTime, eraseSession);
  if (!isRestGone) return false;
  const isLogsGone = await erasePartition(logPartition(resultId), () => true, hasTime);
  if (!isLogsGone) return false;
  await writeItems([{ delete: result }]);
  return true;
}

/** Of the conversation that wrote to the result last. Earlier ones are over, or expire by themselves. */
async function eraseSession({ lastChatSessionId: id }: Item): Promise<void> {
  if (typeof id === 'string' && isId(id)) await writeItems([{ delete: keys.session(id) }]);
}

async function erasePartition(
  pk: string,
  isErased: (item: Item) => boolean,
  hasTime: () => boolean,
  before: (item: Item) => Promise<void> = async () => {},
): Promise<boolean> {
  let startAfter: Item | undefined;
  do {
    if (!hasTime()) return false;
    const page = await queryOnce(
      { keyCondition: 'pk = :pk', values: { ':pk': pk } },
      { limit: ITEMS_PER_PAGE, ...(startAfter && { startAfter }) },
    );
    for (const item of page.items) await before(item);
    await writeItems(page.items.filter(isErased).map(({ sk }) => ({ delete: { pk, sk: String(sk) } })));
    startAfter = page.lastKey;
  } while (startAfter);
  return true;
}
