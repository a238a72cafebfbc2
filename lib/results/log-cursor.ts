import { badRequest } from '#lib/errors/service-error.ts';
import { isId } from '#lib/store/keys.ts';

/** The place of the next entry in a log: the sort key of its batch, and its index in the batch. */
export type LogPlace = { batch: string; entry: number };

/** First part of a cursor. If the format ever changes, it tells old cursors from new ones. */
const CURSOR_VERSION = '1';

export function formatLogCursor({ batch, entry }: LogPlace): string {
  return Buffer.from(`${CURSOR_VERSION}#${batch}#${entry}`).toString('base64url');
}

/** @throws BAD_REQUEST if the cursor did not come from a list of logs */
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
