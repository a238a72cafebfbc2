import { randomUUID } from 'node:crypto';
import { logger } from '#lib/platform/observability/logger.ts';
import {
  decodeDocument,
  type EncodedDocument,
  encodeDocument,
  MAX_INLINE_BYTES,
} from '#lib/platform/store/document-codec.ts';
import { type Item, isExpired, queryOnce } from '#lib/platform/store/dynamodb.ts';
import { erasePartition } from '#lib/platform/store/erase-partition.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { retention } from '#lib/platform/store/retention.ts';

/** One entry in a result's log. */
export type LogEntry = {
  status: string;
  description: string;
  details?: unknown;
  context?: string;
};

/**
 * Builds the writes that store the entries of one request. Entries are packed into as few items as possible,
 * because writes are billed per started kilobyte: twenty short entries cost one write unit instead of twenty.
 *
 * @param requestId identifies the entries' request among those of the same millisecond
 * @param keptFromMs when the retention of the entries begins
 */
export function logWrites(
  resultId: string,
  createdAt: string,
  entries: LogEntry[],
  { requestId = randomUUID() as string, keptFromMs = Date.now() } = {},
): { put: Item }[] {
  return pack(entries).map((batch, index) => ({
    put: {
      // The request id distinguishes requests within the same millisecond, and the number orders a request's
      // batches.
      ...keys.logBatch(resultId, createdAt, `${requestId}-${String(index).padStart(3, '0')}`),
      createdAt,
      entries: batch,
      ...retention(keptFromMs),
    },
  }));
}

/** The log entries of one request, or some of them if they did not fit into one item. */
export type LogBatch = {
  sortKey: string;
  /** Unique within the result's log. */
  id: string;
  createdAt: string;
  entries: LogEntry[];
};

/** A query returns at most 1 MB. Batches can be up to 380 KB, but most are far smaller. */
const BATCHES_PER_QUERY = 100;

/**
 * Yields the batches of a result's log, oldest first. Reads lazily, as the caller consumes them.
 *
 * @param from sort key of the first batch to read
 * @param batches maximum number of batches that the caller will consume
 */
export async function* readLogBatches(
  resultId: string,
  { from = '0', batches }: { from?: string | undefined; batches: number },
): AsyncGenerator<LogBatch> {
  let startAfter: Item | undefined;
  do {
    const page = await queryOnce(
      {
        keyCondition: 'pk = :pk AND sk >= :from',
        values: { ':pk': keys.logPartition(resultId), ':from': from },
      },
      { limit: Math.min(batches, BATCHES_PER_QUERY), ...(startAfter && { startAfter }) },
    );
    for (const item of page.items) {
      if (!isExpired(item)) yield toBatch(item);
    }
    startAfter = page.lastKey;
  } while (startAfter);
}

/**
 * Deletes all logs of a result.
 *
 * @param hasTime checked before each page; once it returns false, the rest is left for another request
 * @returns whether everything was deleted
 */
export async function eraseLogs(resultId: string, hasTime: () => boolean): Promise<boolean> {
  return await erasePartition(keys.logPartition(resultId), { hasTime });
}

/** Decodes a batch. If that fails, the batch is returned empty, so that the rest of the log is still readable. */
function toBatch(item: Item): LogBatch {
  const sortKey = String(item.sk);
  const [createdAt = '', id = ''] = sortKey.split('#');
  try {
    return { sortKey, id, createdAt, entries: decodeDocument(item.entries as EncodedDocument) as LogEntry[] };
  } catch (error) {
    logger.error('A batch of log entries cannot be read', { sortKey, error: error as Error });
    return { sortKey, id, createdAt, entries: [] };
  }
}

/** Splits the entries in half until each part fits into one item. A single entry is far below the limit. */
function pack(entries: LogEntry[]): EncodedDocument[] {
  const encoded = encodeDocument(entries);
  if (encoded.bytes.byteLength <= MAX_INLINE_BYTES || entries.length === 1) return [encoded];
  const middle = Math.ceil(entries.length / 2);
  return [...pack(entries.slice(0, middle)), ...pack(entries.slice(middle))];
}
