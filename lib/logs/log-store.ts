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
 * The writes that keep the entries of one request. They are packed into as few items as they fit in, for each item
 * costs a write unit for every kilobyte begun: twenty short entries are one unit instead of twenty.
 */
export function logWrites(resultId: string, createdAt: string, entries: LogEntry[]): { put: Item }[] {
  const requestId = randomUUID();
  return packed(entries).map((batch, index) => ({
    put: {
      // The request's id keeps two requests of the same millisecond apart, the number their batches in order.
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

/** A query returns 1 MB at most, and a batch can be 380 KB; most are far smaller. */
const BATCHES_PER_QUERY = 100;

/**
 * The batches of a result's log, oldest first, read as they are asked for.
 *
 * @param from sort key of the batch to begin with
 * @param batches how many are going to be asked for at most
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

/** A batch that cannot be read has no entries: it must not keep the others from being shown. */
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

/** Halves what does not fit. A single entry always fits: its limits keep it far below an item's. */
function packed(entries: LogEntry[]): EncodedDocument[] {
  const encoded = encodeDocument(entries);
  if (encoded.bytes.byteLength <= MAX_INLINE_BYTES || entries.length === 1) return [encoded];
  const middle = Math.ceil(entries.length / 2);
  return [...packed(entries.slice(0, middle)), ...packed(entries.slice(middle))];
}
