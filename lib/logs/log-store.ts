import { randomUUID } from 'node:crypto';
import { logger } from '#lib/observability/logger.ts';
import { decodeDocument, type EncodedDocument, encodeDocument } from '#lib/store/document-codec.ts';
import { MAX_INLINE_BYTES } from '#lib/store/document-parts.ts';
import { type Item, isExpired, queryOnce } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import { retention } from '#lib/store/retention.ts';

/** One line of a result's log. */
export type LogEntry = {
  status: string;
  description: string;
  details?: unknown;
  context?: string;
};

/**
 * The writes that store the entries of one request. The entries are packed into few items, because an item
 * costs one write unit per started kilobyte: twenty short entries then take one unit instead of twenty.
 */
export function logWrites(resultId: string, createdAt: string, entries: LogEntry[]): { put: Item }[] {
  const requestId = randomUUID();
  return packed(entries).map((batch, index) => ({
    put: {
      // The request id separates requests of the same millisecond. The number orders a request's batches.
      ...keys.logBatch(resultId, createdAt, `${requestId}-${String(index).padStart(3, '0')}`),
      createdAt,
      entries: batch,
      ...retention(),
    },
  }));
}

/** The entries of one request, or a part of them where they did not fit into one item. */
export type LogBatch = {
  sortKey: string;
  /** Unique in the log. */
  id: string;
  createdAt: string;
  entries: LogEntry[];
};

/** A query returns at most 1 MB. A batch can take 380 KB, but most are far smaller. */
const BATCHES_PER_QUERY = 100;

/**
 * Yields the batches of a result's log, oldest first. They are read only as the caller takes them.
 *
 * @param from sort key of the batch to begin with
 * @param batches the largest number of batches that the caller will take
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

/** A batch that cannot be decoded becomes one without entries, so that the others can still be shown. */
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

/** Splits the entries in half until each part fits into an item. A single entry is far below that limit. */
function packed(entries: LogEntry[]): EncodedDocument[] {
  const encoded = encodeDocument(entries);
  if (encoded.bytes.byteLength <= MAX_INLINE_BYTES || entries.length === 1) return [encoded];
  const middle = Math.ceil(entries.length / 2);
  return [...packed(entries.slice(0, middle)), ...packed(entries.slice(middle))];
}
