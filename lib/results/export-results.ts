import type { Caller } from '#lib/auth/access.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { escapedBytes } from '#lib/lambda/invocation-payload.ts';
import { readAnsweredFlow } from './answered-flow.ts';
import { BYTE_ORDER_MARK, csvRow } from './csv.ts';
import { toCsvColumns } from './csv-columns.ts';
import { formatExportCursor, getForm, parseExportCursor } from './export-cursor.ts';
import { parseCompleted, type ResultListQuery } from './list-results.ts';
import { requireBot } from './require-result.ts';
import { MAX_PAGE_BYTES, readResultPage } from './result-page.ts';
import type { ListedResult } from './result-schema.ts';
import { parseTimeWindow } from './time-window.ts';

/** The largest page that a request can ask for. Its size in bytes can end a page earlier. */
const DEFAULT_LIMIT = 500;

/** Half of a page. The other half is for the results, whose rows have as many cells as the header. */
const MAX_HEAD_BYTES = Math.floor(MAX_PAGE_BYTES / 2);

export type ExportFormat = 'csv' | 'ndjson';

export type ExportPage = {
  text: string;
  /** Absent if the export is complete. */
  nextCursor?: string;
};

/** Formats an export: `head` precedes the first result, `toText` formats each, `tail` follows the last. */
type Writer = {
  form: string;
  head: string;
  toText: (result: ListedResult) => string;
  tail: (count: number) => string;
};

/**
 * A page of an export, newest first.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the cursor, the time zone or the time window is invalid,
 *   CONFLICT if the columns have changed since the previous page, PAYLOAD_TOO_LARGE if the header is too
 *   large for a response
 */
export async function exportResults(
  botId: string,
  { format, ...query }: ResultListQuery & { format: ExportFormat },
  caller: Caller,
): Promise<ExportPage> {
  const window = parseTimeWindow(query);
  const writer = format === 'csv' ? await csvWriter(botId, caller) : await ndjsonWriter(botId, caller);
  const place = query.cursor === undefined ? undefined : parseExportCursor(query.cursor, writer.form);
  const head = place ? '' : writer.head;
  const { entries, nextCursor } = await readResultPage({
    botId,
    limit: Number(query.limit ?? DEFAULT_LIMIT),
    cursor: place?.cursor,
    window,
    isCompleted: parseCompleted(query.isCompleted),
    toText: writer.toText,
    maxBytes: MAX_PAGE_BYTES - escapedBytes(head),
  });
  const count = (place?.count ?? 0) + entries.length;
  const text = `${head}${entries.map((entry) => entry.text).join('')}`;
  if (nextCursor === undefined) return { text: `${text}${writer.tail(count)}` };
  return { text, nextCursor: formatExportCursor({ count, form: writer.form, cursor: nextCursor }) };
}

async function csvWriter(botId: string, caller: Caller): Promise<Writer> {
  const { titles, toRow } = toCsvColumns(await readAnsweredFlow(botId, caller));
  const head = `${BYTE_ORDER_MARK}${csvRow(titles)}`;
  const headBytes = escapedBytes(head);
  if (headBytes > MAX_HEAD_BYTES) {
    throw new ServiceError(
      'PAYLOAD_TOO_LARGE',
      `The bot has too many questions and variables for a header row (${titles.length} columns); export as NDJSON`,
      { limitBytes: MAX_HEAD_BYTES, actualBytes: headBytes },
    );
  }
  return {
    form: getForm('csv', titles),
    head,
    toText: (result) => csvRow(toRow(result)),
    // In CSV, an additional line would be read as data.
    tail: () => '',
  };
}

async function ndjsonWriter(botId: string, caller: Caller): Promise<Writer> {
  await requireBot(botId, 'viewer', caller);
  return {
    form: getForm('ndjson', []),
    head: '',
    toText: (result) => `${JSON.stringify(result)}\n`,
    tail: (count) => `${JSON.stringify({ complete: true, count })}\n`,
  };
}
