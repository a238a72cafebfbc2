import { MAX_BOT_RESPONSE_BYTES } from '#lib/bots/response-limit.ts';
import { escapedBytes } from '#lib/lambda/invocation-payload.ts';
import type { ListedResult, Result } from '#lib/results/result-schema.ts';
import type { TimeWindow } from '#lib/results/time-window.ts';
import type { Item } from '#lib/store/dynamodb.ts';
import { keys, lists } from '#lib/store/keys.ts';
import { listedAttributes } from '#lib/store/listed-attributes.ts';
import { mapConcurrently } from '#lib/store/map-concurrently.ts';
import { cursorAfter, readPage } from '#lib/store/page.ts';
import { getResultId, readResult } from './result-store.ts';

/** Maximum number of concurrent reads. Each result is one query. */
const CONCURRENT_READS = 10;

/** Maximum total size of the results in a response. The rest of the response is negligible. */
export const MAX_PAGE_BYTES = MAX_BOT_RESPONSE_BYTES;

export type ResultPageQuery = {
  botId: string;
  limit: number;
  cursor?: string | undefined;
  window: TimeWindow;
  /** Filters by completion. If absent, lists both. */
  isCompleted?: boolean | undefined;
  /**
   * Formats a result for the response, to measure its size.
   */
  toText: (result: ListedResult) => string;
  /** Maximum total size of the texts. Defaults to `MAX_PAGE_BYTES`. */
  maxBytes?: number;
};

export type ResultPage = { entries: { result: ListedResult; text: string }[]; nextCursor?: string };

/**
 * Reads one page of a bot's results with their answers, newest first. Includes results that were started and are
 * not archived.
 *
 * @throws BAD_REQUEST if the cursor is invalid
 */
export async function readResultPage(query: ResultPageQuery): Promise<ResultPage> {
  const { items, nextCursor } = await readPage({
    partition: lists.results(query.botId),
    toKey: keys.result,
    limit: query.limit,
    cursor: query.cursor,
    ...query.window,
    accepts: (item) => belongs(listedAttributes(item), query.isCompleted),
  });
  const entries: ResultPage['entries'] = [];
  const { maxBytes = MAX_PAGE_BYTES } = query;
  let bytes = 0;
  let last: Item | undefined;
  for (let start = 0; start < items.length; start += CONCURRENT_READS) {
    const chunk = items.slice(start, start + CONCURRENT_READS);
    const results = await mapConcurrently(chunk, CONCURRENT_READS, (item) => readResult(getResultId(item)));
    for (const [index, stored] of results.entries()) {
      // The index is eventually consistent, so it can still list results that were just deleted.
      if (stored && belongs(stored.result, query.isCompleted)) {
        const entry = toEntry(stored.result, query.toText, maxBytes);
        bytes += entry.bytes;
        if (bytes > maxBytes && last) return { entries, nextCursor: cursorAfter(last) };
        entries.push({ result: entry.result, text: entry.text });
      }
      last = chunk[index];
    }
  }
  return nextCursor === undefined ? { entries } : { entries, nextCursor };
}

function belongs(result: Item, isCompleted: boolean | undefined): boolean {
  return (
    result.hasStarted === true &&
    result.isArchived !== true &&
    (isCompleted === undefined || (result.isCompleted === true) === isCompleted)
  );
}

/** Formats one entry. A result larger than a page would block the list, so its last answers are omitted. */
function toEntry(result: Result, toText: ResultPageQuery['toText'], maxBytes: number) {
  const text = toText(result);
  const bytes = entryBytes(text);
  if (bytes <= maxBytes) return { result, text, bytes };
  const cut = withoutLastAnswers(result, maxBytes);
  const cutText = toText(cut);
  return { result: cut, text: cutText, bytes: entryBytes(cutText) };
}

/** Adds 2 for the separator between entries, a comma or an escaped line break. */
function entryBytes(text: string): number {
  return escapedBytes(text) + 2;
}

function withoutLastAnswers(result: Result, maxBytes: number): ListedResult {
  // Uses only half of the page, because CSV in a response can be larger than the JSON measured here.
  let left = maxBytes / 2 - escapedBytes(JSON.stringify({ ...result, answers: [] }));
  const firstOmitted = result.answers.findIndex((answer) => {
    left -= entryBytes(JSON.stringify(answer));
    return left < 0;
  });
  const answers = result.answers.slice(0, Math.max(0, firstOmitted));
  return { ...result, answers, omittedAnswers: result.answers.length - answers.length };
}
