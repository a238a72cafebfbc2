/**
 * Maximum number of results that a page may begin after. A client that counts reads what it skips again for each page,
 * so its costs grow with the square of this number.
 */
export const MAX_OFFSET = 10_000;

/** Begins the cursors that stand for a number of results. Cursors of a position begin with a version. */
const PREFIX = 'skip#';
const COUNT = /^[1-9]\d*$/;

/** Whether a value is a number of results as text. */
export function isCount(value: unknown): value is string {
  return typeof value === 'string' && COUNT.test(value);
}

/** Returns a cursor that skips so many results. Only addresses of other products give such cursors. */
export function toOffsetCursor(count: string): string {
  return Buffer.from(PREFIX + count).toString('base64url');
}

/** Returns how many results a cursor skips. 0 if it is a position, or absent. */
export function parseOffset(cursor: string | undefined): number {
  const text = Buffer.from(cursor ?? '', 'base64url').toString('utf8');
  const count = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  return isCount(count) ? Number(count) : 0;
}
