import { badRequest } from '#lib/platform/errors/service-error.ts';
import { isId } from '#lib/platform/store/keys.ts';

/** Position of the next log entry: the sort key of its batch, and its index within the batch. */
export type LogPosition = { batch: string; entry: number };

/** First part of a cursor, so that old cursors can be recognized if the format changes. */
const CURSOR_VERSION = '1';

export function formatLogCursor({ batch, entry }: LogPosition): string {
  return Buffer.from(`${CURSOR_VERSION}#${batch}#${entry}`).toString('base64url');
}

/** @throws BAD_REQUEST if the cursor is not a log cursor */
export function parseLogCursor(cursor: string): LogPosition {
  const [version, createdAt = '', batchId = '', entry = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split('#');
  const isOurs =
    version === CURSOR_VERSION &&
    rest.length === 0 &&
    /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(createdAt) &&
    isId(batchId) &&
    /^\d{1,6}$/.test(entry);
  if (!isOurs) throw badRequest('cursor', 'Not a cursor of this log; omit it to start from the beginning');
  return { batch: `${createdAt}#${batchId}`, entry: Number(entry) };
}
