import { badRequest } from '#lib/platform/errors/service-error.ts';
import { type Item, isExpired, queryOnce } from './dynamodb.ts';
import { isId, type Key } from './keys.ts';
import { TABLE } from './table.ts';

/** A page of a list with the cursor of the next page. The last page has no `nextCursor`. */
export type Page<T> = { items: T[]; nextCursor?: string };

export type ListQuery = {
  /** Index partition, from `lists`. */
  partition: string;
  /** Returns the primary key of the item with this id, so that a cursor only has to contain a time and an id. */
  toKey: (id: string) => Key;
  /** Maximum number of items on a page. */
  limit: number;
  cursor?: string | undefined;
  /** ISO timestamps of creation; `from` is inclusive, `to` exclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Whether the list includes an item. Default: every item. */
  accepts?: (item: Item) => boolean;
};

/** Maximum number of queries per page. If hardly any item is accepted, the page ends early with a cursor. */
const MAX_QUERIES_PER_PAGE = 10;

/**
 * Upper bound for the items per query: about 300 KB of the 1 MB that DynamoDB returns at once. The first query
 * assumes that every item is accepted. Each further query reads four times as many as the previous one, since
 * few items are being accepted. A page therefore reads at most about 8,000 items before it ends early.
 */
const MAX_ITEMS_PER_QUERY = 1_000;
const GROWTH_PER_QUERY = 4;

/**
 * Reads a page of a list, newest first, from the index. A cursor is only a position in the list, so forging one
 * leads at most to another page of the same list.
 *
 * @throws BAD_REQUEST if the cursor is invalid
 */
export async function readPage(query: ListQuery): Promise<Page<Item>> {
  const { limit, accepts = () => true } = query;
  const items: Item[] = [];
  const start = startOf(query);
  if (start === 'behind the end') return { items };
  let position = start;
  for (let queries = 0; queries < MAX_QUERIES_PER_PAGE; queries++) {
    const page = await queryList(query, itemsToRead(queries, limit + 1 - items.length), position);
    for (const item of page.items) {
      if (isExpired(item) || !accepts(item)) continue;
      if (items.length === limit)
        return { items, nextCursor: formatCursor(getPosition(items.at(-1) ?? item)) };
      items.push(item);
    }
    if (!page.isMore) return { items };
    const last = page.items.at(-1);
    if (last) position = getPosition(last);
  }
  return position === undefined ? { items } : { items, nextCursor: formatCursor(position) };
}

/** A page of a search. `searched` counts the entries that were looked at, up to the cursor. */
export type SearchPage<T> = Page<T> & { searched: number };

/**
 * Searches a part of a list in one query, so that a request costs the same whatever it finds. The page ends at
 * `limit` matches or after `maxSearched` entries, and goes on at the cursor.
 *
 * @throws BAD_REQUEST if the cursor is invalid
 */
export async function searchPage(query: ListQuery & { maxSearched?: number }): Promise<SearchPage<Item>> {
  const { limit, accepts = () => true, maxSearched = MAX_ITEMS_PER_QUERY } = query;
  const items: Item[] = [];
  const start = startOf(query);
  if (start === 'behind the end') return { items, searched: 0 };
  const page = await queryList(query, maxSearched, start);
  for (const [index, item] of page.items.entries()) {
    if (isExpired(item) || !accepts(item)) continue;
    items.push(item);
    const isLast = index === page.items.length - 1 && !page.isMore;
    if (items.length === limit && !isLast) {
      return { items, searched: index + 1, nextCursor: cursorAfter(item) };
    }
  }
  const last = page.items.at(-1);
  return {
    items,
    searched: page.items.length,
    ...(page.isMore && last && { nextCursor: cursorAfter(last) }),
  };
}

/** Maximum number of queries to skip items. Each reads at most `MAX_SKIPPED_PER_QUERY`. */
const MAX_QUERIES_PER_SKIP = 20;

/** Maximum number of items that a query skips: about half of the 1 MB that DynamoDB returns at once. */
const MAX_SKIPPED_PER_QUERY = 3_000;

/**
 * Finds the cursor behind the first `count` items that a list accepts. They are read, because DynamoDB cannot begin at
 * a number: one read unit for about 45 results.
 *
 * @returns the cursor; 'behind the end' if the list has fewer items; 'too far' if too many are in between that it
 *   does not accept
 */
export async function skipItems(
  query: Omit<ListQuery, 'limit' | 'cursor'>,
  count: number,
): Promise<{ cursor: string } | 'behind the end' | 'too far'> {
  const { accepts = () => true } = query;
  let missing = count;
  let position: Position | undefined;
  for (let queries = 0; queries < MAX_QUERIES_PER_SKIP; queries++) {
    const limit = Math.min(MAX_SKIPPED_PER_QUERY, missing * GROWTH_PER_QUERY ** queries);
    const page = await queryList(query, limit, position);
    for (const item of page.items) {
      if (isExpired(item) || !accepts(item)) continue;
      missing--;
      if (missing === 0) return { cursor: cursorAfter(item) };
    }
    if (!page.isMore) return 'behind the end';
    const last = page.items.at(-1);
    if (last) position = getPosition(last);
  }
  return 'too far';
}

/**
 * Returns where a page begins; undefined for the beginning of the list. DynamoDB refuses a start position outside
 * the range, and the range may have moved since the cursor was returned.
 */
function startOf({ cursor, from = '0', to = '~' }: ListQuery): Position | undefined | 'behind the end' {
  const position = cursor === undefined ? undefined : parseCursor(cursor);
  if (position && position.createdAt < from) return 'behind the end';
  return position && position.createdAt >= to ? undefined : position;
}

function queryList(
  { partition, toKey, from = '0', to = '~' }: Omit<ListQuery, 'limit' | 'cursor'>,
  limit: number,
  position: Position | undefined,
) {
  return queryOnce(
    {
      indexName: TABLE.index.name,
      keyCondition: 'gsi1pk = :partition AND gsi1sk BETWEEN :from AND :to',
      values: { ':partition': partition, ':from': from, ':to': to },
      newestFirst: true,
    },
    {
      limit,
      ...(position && {
        startAfter: {
          ...toKey(position.id),
          gsi1pk: partition,
          gsi1sk: `${position.createdAt}#${position.id}`,
        },
      }),
    },
  );
}

/** @param missing number of items the page still lacks, plus one to detect whether there is a next page */
function itemsToRead(queriesBefore: number, missing: number): number {
  return Math.max(missing, Math.min(MAX_ITEMS_PER_QUERY, missing * GROWTH_PER_QUERY ** queriesBefore));
}

/** Returns a cursor for the items after this one, for callers that use only part of a page. */
export function cursorAfter(item: Item): string {
  return formatCursor(getPosition(item));
}

export type Position = { createdAt: string; id: string };

/** Reads creation time and id from the index key. The index does not contain them as attributes. */
export function getPosition(item: Item): Position {
  const [createdAt = '', id = ''] = String(item.gsi1sk).split('#');
  return { createdAt, id };
}

/** Comes first in a cursor, so that old cursors can be recognised if the format changes. */
const CURSOR_VERSION = '1';

export function formatCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${CURSOR_VERSION}#${createdAt}#${id}`).toString('base64url');
}

/** @throws BAD_REQUEST if the cursor is invalid */
export function parseCursor(cursor: string): Position {
  const [version, createdAt = '', id = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split('#');
  const isOurs =
    version === CURSOR_VERSION &&
    rest.length === 0 &&
    isId(id) &&
    /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(createdAt);
  if (!isOurs) throw badRequest('cursor', 'Not a cursor of this list; omit it to start from the beginning');
  return { createdAt, id };
}
