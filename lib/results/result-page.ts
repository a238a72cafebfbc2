import { MAX_BOT_ANSWER_BYTES } from '#lib/bots/answer-limit.ts';
import { escapedBytes } from '#lib/lambda/invocation-payload.ts';
import type { Item } from '#lib/store/dynamodb.ts';
import { keys, lists } from '#lib/store/keys.ts';
import { mapConcurrently } from '#lib/store/map-concurrently.ts';
import { cursorAfter, readPage } from '#lib/store/page.ts';
import type { ListedResult, Result } from './result-schema.ts';
import { getResultId, readResult } from './result-store.ts';
import type { TimeWindow } from './time-window.ts';

/** Results read at the same time. Each takes a query of its own partition. */
const CONCURRENT_READS = 10;

/** Bytes of a response that its results can take. The rest of the response is known to be small. */
export const MAX_PAGE_BYTES = MAX_BOT_ANSWER_BYTES;

export type ResultPageQuery = {
  botId: string;
  limit: number;
  cursor?: string | undefined;
  window: TimeWindow;
  /** If absent, both completed and uncompleted results are listed. */
  isCompleted?: boolean | undefined;
  /**
   * Formats a result for the response. The length is counted, so that the response stays small enough.
   */
  toText: (result: ListedResult) => string;
  /** Default: `MAX_PAGE_BYTES`. */
  maxBytes?: number;
};

export type ResultPage = { entries: { result: ListedResult; text: string }[]; nextCursor?: string };

/**
 * A page of a bot's results, newest first, with their answers. Lists results that were started and are not
 * archived.
 *
 * @throws BAD_REQUEST if the cursor did not come from a list
 */
export async function readResultPage(query: ResultPageQuery): Promise<ResultPage> {
  const { items, nextCursor } = await readPage({
    partition: lists.results(query.botId),
    toKey: keys.result,
    limit: query.limit,
    cursor: query.cursor,
    ...query.window,
    accepts: (item) => belongs(item, query.isCompleted),
  });
  const entries: ResultPage['entries'] = [];
  const { maxBytes = MAX_PAGE_BYTES } = query;
  let bytes = 0;
  let last: Item | undefined;
  for (let start = 0; start < items.length; start += CONCURRENT_READS) {
    const chunk = items.slice(start, start + CONCURRENT_READS);
    const results = await mapConcurrently(chunk, CONCURRENT_READS, (item) => readResult(getResultId(item)));
    for (const [index, stored] of results.entries()) {
      // The index lags behind a little, so it can still list results that were just deleted.
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

function belongs(item: Item, isCompleted: boolean | undefined): boolean {
  return (
    item.hasStarted === true &&
    item.isArchived !== true &&
    (isCompleted === undefined || (item.isCompleted === true) === isCompleted)
  );
}

/** A result larger than a page would block every list, so its last answers are omitted and counted. */
function toEntry(result: Result, toText: ResultPageQuery['toText'], maxBytes: number) {
  const text = toText(result);
  const bytes = entryBytes(text);
  if (bytes <= maxBytes) return { result, text, bytes };
  const cut = withoutLastAnswers(result, maxBytes);
  const cutText = toText(cut);
  return { result: cut, text: cutText, bytes: entryBytes(cutText) };
}

/** Adds 2 for the comma or line break between two entries. */
function entryBytes(text: string): number {
  return escapedBytes(text) + 2;
}

function withoutLastAnswers(result: Result, maxBytes: number): ListedResult {
  // Only half of the page, because CSV in a response can take more bytes than the JSON that is measured here.
  let left = maxBytes / 2 - escapedBytes(JSON.stringify({ ...result, answers: [] }));
  const firstOmitted = result.answers.findIndex((answer) => {
    left -= entryBytes(JSON.stringify(answer));
    return left < 0;
  });
  const answers = result.answers.slice(0, Math.max(0, firstOmitted));
  return { ...result, answers, omittedAnswers: result.answers.length - answers.length };
}
