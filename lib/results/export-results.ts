import { requireBot } from '#lib/bots/bot-access.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { countEscapedBytes } from '#lib/platform/json/invocation-payload.ts';
import { readAnsweredFlows } from './answered-flows.ts';
import { BYTE_ORDER_MARK, csvRow } from './csv.ts';
import { type CsvColumns, toCsvColumns } from './csv-columns.ts';
import { formatExportCursor, getForm, parseExportCursor } from './export-cursor.ts';
import { parseCompleted, type ResultListQuery } from './list-results.ts';
import { parseFilter, type ResultFilter } from './result-filter.ts';
import type { ListedResult } from './result-schema.ts';
import { MAX_PAGE_BYTES, readResultPage } from './store/result-page.ts';
import { parseTimeWindow, type TimeWindow } from './time-window.ts';

/** Default and maximum number of results per page. A page ends earlier if the response is full. */
const DEFAULT_LIMIT = 500;

/**
 * Maximum size of the header. The rows, which have as many cells as the header, get the other half of a page.
 */
const MAX_HEAD_BYTES = Math.floor(MAX_PAGE_BYTES / 2);

export type ExportFormat = 'csv' | 'ndjson';

export type ExportPage = {
  text: string;
  /** Number of results on this page and all before it. */
  count: number;
  /** Absent if the export is complete. */
  nextCursor?: string;
};

/** Export format: `head` precedes the first result, `toText` formats each result, `tail` follows the last. */
export type ExportWriter = {
  form: string;
  head: string;
  toText: (result: ListedResult) => string;
  tail: (count: number) => string;
};

/**
 * Returns one page of an export, newest results first.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the cursor, the time zone, the time window or the filter is invalid,
 *   CONFLICT if the columns have changed since the previous page, PAYLOAD_TOO_LARGE if the header is too
 *   large for a response
 */
export async function exportResults(
  botId: string,
  { format, ...query }: ResultListQuery & { format: ExportFormat },
  caller: Caller,
): Promise<ExportPage> {
  const window = parseTimeWindow(query);
  return await readExportPage(botId, await createExportWriter(botId, format, caller), {
    window,
    isCompleted: parseCompleted(query.isCompleted),
    filter: parseFilter(query),
    limit: query.limit === undefined ? undefined : Number(query.limit),
    cursor: query.cursor,
  });
}

/**
 * Returns the format of a bot's export. CSV has the columns that the bot has now.
 *
 * @throws NOT_FOUND, FORBIDDEN, PAYLOAD_TOO_LARGE if the header is too large for a response
 */
export async function createExportWriter(
  botId: string,
  format: ExportFormat,
  caller: Caller,
): Promise<ExportWriter> {
  return format === 'csv' ? await createCsvWriter(botId, caller) : await createNdjsonWriter(botId, caller);
}

/**
 * Reads one page of an export. Concatenating all pages gives the complete file.
 *
 * @throws BAD_REQUEST if the cursor is invalid, CONFLICT if the columns have changed since the previous page
 */
export async function readExportPage(
  botId: string,
  writer: ExportWriter,
  {
    window,
    isCompleted,
    filter,
    limit = DEFAULT_LIMIT,
    cursor,
  }: {
    window: TimeWindow;
    isCompleted?: boolean | undefined;
    filter?: ResultFilter | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  },
): Promise<ExportPage> {
  const position = cursor === undefined ? undefined : parseExportCursor(cursor, writer.form);
  const head = position ? '' : writer.head;
  const { entries, nextCursor } = await readResultPage({
    botId,
    limit,
    cursor: position?.cursor,
    window,
    isCompleted,
    filter,
    toText: writer.toText,
    maxBytes: MAX_PAGE_BYTES - countEscapedBytes(head),
  });
  const count = (position?.count ?? 0) + entries.length;
  const text = `${head}${entries.map((entry) => entry.text).join('')}`;
  if (nextCursor === undefined) return { text: `${text}${writer.tail(count)}`, count };
  return { text, count, nextCursor: formatExportCursor({ count, form: writer.form, cursor: nextCursor }) };
}

async function createCsvWriter(botId: string, caller: Caller): Promise<ExportWriter> {
  const flows = await readAnsweredFlows(botId, { withFormer: true }, caller);
  let columns = toCsvColumns(flows);
  // Removed questions must not stop an export. Their answers are in the column Other then.
  if (headBytes(columns) > MAX_HEAD_BYTES) columns = toCsvColumns({ current: flows.current });
  const { titles, toRow } = columns;
  const actualBytes = headBytes(columns);
  if (actualBytes > MAX_HEAD_BYTES) {
    throw new ServiceError(
      'PAYLOAD_TOO_LARGE',
      `The bot has too many questions and variables for a header row (${titles.length} columns); export as NDJSON instead`,
      { limitBytes: MAX_HEAD_BYTES, actualBytes },
    );
  }
  return {
    form: getForm('csv', titles),
    head: toHead(columns),
    toText: (result) => csvRow(toRow(result)),
    // CSV has no trailer: an extra line would be read as data.
    tail: () => '',
  };
}

function toHead({ titles }: CsvColumns): string {
  return `${BYTE_ORDER_MARK}${csvRow(titles)}`;
}

function headBytes(columns: CsvColumns): number {
  return countEscapedBytes(toHead(columns));
}

async function createNdjsonWriter(botId: string, caller: Caller): Promise<ExportWriter> {
  await requireBot(botId, 'viewer', caller);
  return {
    form: getForm('ndjson', []),
    head: '',
    toText: (result) => `${JSON.stringify(result)}\n`,
    tail: (count) => `${JSON.stringify({ complete: true, count })}\n`,
  };
}
