import type { JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Maximum number of results that a page may begin after. A client that counts reads what it skips again for each page,
 * so its costs grow with the square of this number.
 */
export const MAX_OFFSET = 10_000;

/** Begins the cursors that stand for a number of results. Cursors of a position begin with a version. */
const PREFIX = 'skip#';
const COUNT = /^[1-9]\d*$/;

/**
 * Clients of Typebot count: their cursor is the number of results that they have read. Turns such a number
 * into a cursor of this service, and leaves every other cursor as it is. Our own address takes no numbers.
 */
export function fromCountedPage({ cursor, ...query }: JsonObject): JsonObject {
  if (cursor === undefined || cursor === '0') return query;
  const isCount = typeof cursor === 'string' && COUNT.test(cursor);
  return { ...query, cursor: isCount ? Buffer.from(PREFIX + cursor).toString('base64url') : cursor };
}

/** Returns how many results a cursor skips. 0 if it is a position, or absent. */
export function parseOffset(cursor: string | undefined): number {
  const text = Buffer.from(cursor ?? '', 'base64url').toString('utf8');
  const count = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  return COUNT.test(count) ? Number(count) : 0;
}
