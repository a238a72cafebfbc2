import { badRequest } from '#lib/errors/service-error.ts';
import { isId } from '#lib/store/keys.ts';

/** The next entry of a log: the sort key of its batch, and its number in it, from 0. */
export type LogPlace = { batch: string; entry: number };

/** The version comes first, so that the form can change and old cursors still be told apart. */
const CURSOR_VERSION = '1';

export function formatLogCursor({ batch, entry }: LogPlace): string {
  return Buffer.from(`${CURSOR_VERSION}#${batch}#${entry}`).toString('base64url');
}

/** @throws BAD_REQUEST for a cursor that no list of logs has given out */
export function parseLogCursor(cursor: string): LogPlace {
  const [version, createdAt = '', batchId = '', entry = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split('#');
  const isOurs =
    version === CURSOR_VERSION &&
    rest.length === 0 &&
    /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(createdAt) &&
    isId(batchId) &&
    /^\d{1,6}$/.test(entry);
  if (!isOurs) throw badRequest('cursor', 'Not a cursor of this log; leave it out to begin at the start');
  return { batch: `${createdAt}#${batchId}`, entry: Number(entry) };
}
