import { badRequest } from '#lib/errors/service-error.ts';
import { type Item, isExpired, queryOnce } from './dynamodb.ts';
import { isId, type Key } from './keys.ts';
import { TABLE } from './table.ts';

/** One page of a list, with the cursor of the next page. The last page has no `nextCursor`. */
export type Page<T> = { items: T[]; nextCursor?: string };

export type ListQuery = {
  /** Partition of the index, from `lists`. */
  partition: string;
  /** Primary key of the item with this id, so that a cursor needs to hold only the time and the id. */
  toKey: (id: string) => Key;
  /** Maximum number of items on a page. */
  limit: number;
  cursor?: string | undefined;
  /** ISO timestamps of creation; `from` is included, `to` is not. */
  from?: string | undefined;
  to?: string | undefined;
  /** Whether an item belongs to the list. Other items are skipped. */
  accepts?: (item: Item) => boolean;
};

/** If hardly any item is accepted, a page ends early, with a cursor, instead of reading on indefinitely. */
const MAX_QUERIES_PER_PAGE = 10;

/**
 * The first query reads as if every item were accepted, which wastes nothing if nearly all are. Each further
 * query reads four times as many as the one before, because few items are accepted then, but never more than
 * this number, which is about 300 KB of the 1 MB that DynamoDB returns at once. A page therefore reads at
 * most about 8,000 items before it ends early.
 */
const MAX_ITEMS_PER_QUERY = 1_000;
const GROWTH_PER_QUERY = 4;

/**
 * Reads a page of a list, newest first, from the index. A cursor holds only a place in the list, so a forged
 * one only leads to another page of the same list.
 *
 * @throws BAD_REQUEST if the cursor is invalid
 */
export async function readPage(query: ListQuery): Promise<Page<Item>> {
  const { partition, toKey, limit, from = '0', to = '~', accepts = () => true } = query;
  const items: Item[] = [];
  let place = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  // DynamoDB refuses a start outside the range. A cursor can lie there if the range has moved since.
  if (place && place.createdAt < from) return { items };
  if (place && place.createdAt >= to) place = undefined;
  for (let queries = 0; queries < MAX_QUERIES_PER_PAGE; queries++) {
    const page = await queryOnce(
      {
        indexName: TABLE.index.name,
        keyCondition: 'gsi1pk = :partition AND gsi1sk BETWEEN :from AND :to',
        values: { ':partition': partition, ':from': from, ':to': to },
        newestFirst: true,
      },
      {
        limit: itemsToRead(queries, limit + 1 - items.length),
        ...(place && {
          startAfter: { ...toKey(place.id), gsi1pk: partition, gsi1sk: `${place.createdAt}#${place.id}` },
        }),
      },
    );
    for (const item of page.items) {
      if (isExpired(item) || !accepts(item)) continue;
      if (items.length === limit)
        return { items, nextCursor: formatCursor(placeOfItem(items.at(-1) ?? item)) };
      items.push(item);
    }
    if (!page.isMore) return { items };
    const last = page.items.at(-1);
    if (last) place = placeOfItem(last);
  }
  return place === undefined ? { items } : { items, nextCursor: formatCursor(place) };
}

/** @param missing number of items that the page lacks, plus one that shows whether there is a next page */
function itemsToRead(queriesBefore: number, missing: number): number {
  return Math.max(missing, Math.min(MAX_ITEMS_PER_QUERY, missing * GROWTH_PER_QUERY ** queriesBefore));
}

/** The cursor of a page that ends with this item, for callers that use only part of the page they read. */
export function cursorAfter(item: Item): string {
  return formatCursor(placeOfItem(item));
}

export type Place = { createdAt: string; id: string };

function placeOfItem(item: Item): Place {
  const [createdAt = '', id = ''] = String(item.gsi1sk).split('#');
  return { createdAt, id };
}

/** The version comes first, so that old cursors can still be recognized if the format changes. */
const CURSOR_VERSION = '1';

export function formatCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${CURSOR_VERSION}#${createdAt}#${id}`).toString('base64url');
}

/** @throws BAD_REQUEST if the cursor is invalid */
export function parseCursor(cursor: string): Place {
  const [version, createdAt = '', id = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split('#');
  const isOurs =
    version === CURSOR_VERSION &&
    rest.length === 0 &&
    isId(id) &&
    /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(createdAt);
  if (!isOurs) throw badRequest('cursor', 'Not a cursor of this list; leave it out to begin at the start');
  return { createdAt, id };
}
