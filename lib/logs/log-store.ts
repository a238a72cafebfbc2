import { randomUUID } from 'node:crypto';
import { type EncodedDocument, encodeDocument } from '#lib/store/document-codec.ts';
import { MAX_INLINE_BYTES } from '#lib/store/document-parts.ts';
import { writeItems } from '#lib/store/dynamodb.ts';
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
 * Keeps the entries of one request, in their order. They are packed into as few items as they fit in, for each
 * item costs a write unit for every kilobyte begun: twenty short entries are one unit instead of twenty.
 */
export async function appendLogs(resultId: string, createdAt: string, entries: LogEntry[]): Promise<void> {
  const batches = packed(entries);
  const requestId = randomUUID();
  await writeItems(
    batches.map((batch, index) => ({
      put: {
        // The request's id keeps two requests of the same millisecond apart, the number their batches in order.
        ...keys.logBatch(resultId, createdAt, `${requestId}-${String(index).padStart(3, '0')}`),
        createdAt,
        entries: batch,
        ...retention(),
      },
    })),
  );
}

/** Halves what does not fit. A single entry always fits: its limits keep it far below an item's. */
function packed(entries: LogEntry[]): EncodedDocument[] {
  const encoded = encodeDocument(entries);
  if (encoded.bytes.byteLength <= MAX_INLINE_BYTES || entries.length === 1) return [encoded];
  const middle = Math.ceil(entries.length / 2);
  return [...packed(entries.slice(0, middle)), ...packed(entries.slice(middle))];
}
