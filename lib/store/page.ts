import { badRequest } from '#lib/errors/service-error.ts';
import { type Item, isExpired, queryOnce } from './dynamodb.ts';
import { isId, type Key } from './keys.ts';
import { TABLE } from './table.ts';

/** One page of a list, and where the next one begins; without `nextCursor` it is the last. */
export type Page<T> = { items: T[]; nextCursor?: string };

export type ListQuery = {
  /** Partition of the index, from `lists`. */
  partition: string;
  /** Primary key of the item with this id: with it the place in the list is known by time and id alone. */
  toKey: (id: string) => Key;
  /** How many items a page holds at most. */
  limit: number;
  cursor?: string | undefined;
  /** ISO timestamps of creation; `from` is included, `to` is not. */
  from?: string | undefined;
  to?: string | undefined;
  /** Which items belong to the list; the others are passed over. */
  accepts?: (item: Item) => boolean;
};

/** A page that hardly anything is accepted for ends early, with a cursor, rather than reading on for ever. */
const MAX_QUERIES_PER_PAGE = 10;

/**
 * The first query reads as if every item were accepted, which costs nothing too much where nearly all are. Each one
 * after it reads four times as many, for then few are: up to this number, which is some 300 KB of the 1 MB that
 * DynamoDB returns at once. So a page has looked at about 8,000 items at most before it ends early.
 */
const MAX_ITEMS_PER_QUERY = 1_000;
const GROWTH_PER_QUERY = 4;

/**
 * Reads a page of a list, newest first, from the index. A cursor holds nothing but a place in the list, so
 * a forged one leads to another page of the same list and to nothing else.
 *
 * @throws BAD_REQUEST for a cursor that no list has given out
 */
export async function readPage(query: ListQuery): Promise<Page<Item>> {
  const { partition, toKey, limit, from = '0', to = '~', accepts = () => true } = query;
  const items: Item[] = [];
  let place = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  // DynamoDB refuses a start outside of the range, where a cursor may be when the range has moved on since.
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

/** @param missing how many items the page lacks, and one more, which tells whether there is a next page */
function itemsToRead(queriesBefore: number, missing: number): number {
  return Math.max(missing, Math.min(MAX_ITEMS_PER_QUERY, missing * GROWTH_PER_QUERY ** queriesBefore));
}

/** The cursor of a page that ends with this item, for callers that take less than the page they read. */
export function cursorAfter(item: Item): string {
  return formatCursor(placeOfItem(item));
}

export type Place = { createdAt: string; id: string };

function placeOfItem(item: Item): Place {
  const [createdAt = '', id = ''] = String(item.gsi1sk).split('#');
  return { createdAt, id };
}

/** The version comes first, so that the form can change and old cursors still be told apart. */
const CURSOR_VERSION = '1';

export function formatCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${CURSOR_VERSION}#${createdAt}#${id}`).toString('base64url');
}

/** @throws BAD_REQUEST for a cursor that no list has given out */
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
