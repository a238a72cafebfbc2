import { getItems, type Item, queryOnce } from '#lib/platform/store/dynamodb.ts';
import type { Key } from '#lib/platform/store/keys.ts';

/** The reads that verification needs in addition to the scan. All are strongly consistent. */
export type TableReader = {
  /** @param attributes attributes to return. Default: all */
  getItems(keys: Key[], attributes?: string[]): Promise<Item[]>;
  /** Yields all items of a partition in sort key order, in pages of at most 1 MB. */
  readPartition(pk: string): AsyncIterable<Item[]>;
};

export const tableReader: TableReader = { getItems, readPartition };

async function* readPartition(pk: string): AsyncGenerator<Item[]> {
  let startAfter: Item | undefined;
  do {
    const page = await queryOnce(
      { keyCondition: 'pk = :pk', values: { ':pk': pk } },
      startAfter ? { startAfter } : {},
    );
    yield page.items;
    startAfter = page.lastKey;
  } while (startAfter);
}
