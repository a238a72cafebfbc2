import { type Item, queryOnce, writeItems } from './dynamodb.ts';

/** Maximum number of items to delete per page. A query returns at most 1 MB, so pages of large items are shorter. */
const ITEMS_PER_PAGE = 500;

/**
 * Deletes all items of a partition, page by page.
 *
 * @param keptSortKeys sort keys of items to keep
 * @param hasTime asked before each page that is deleted; once it returns false, the rest is left for another request
 * @returns whether everything was deleted
 */
export async function erasePartition(
  pk: string,
  { hasTime, keptSortKeys = [] }: { hasTime: () => boolean; keptSortKeys?: readonly string[] },
): Promise<boolean> {
  let startAfter: Item | undefined;
  do {
    const page = await queryOnce(
      { keyCondition: 'pk = :pk', values: { ':pk': pk } },
      { limit: ITEMS_PER_PAGE, ...(startAfter && { startAfter }) },
    );
    const sortKeys = page.items.map(({ sk }) => String(sk)).filter((sk) => !keptSortKeys.includes(sk));
    // A caller that erases several partitions gets further each time, however many are empty by then.
    if (sortKeys.length > 0 && !hasTime()) return false;
    await writeItems(sortKeys.map((sk) => ({ delete: { pk, sk } })));
    startAfter = page.lastKey;
  } while (startAfter);
  return true;
}
