import { MAX_BOT_RESPONSE_BYTES } from '#lib/bots/response-limit.ts';
import { countEscapedBytes } from '#lib/platform/json/invocation-payload.ts';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import { keys, lists } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { cursorAfter, readPage, searchPage, skipItems } from '#lib/platform/store/page.ts';
import type { ResultFilter } from '#lib/results/result-filter.ts';
import type { ListedResult, Result } from '#lib/results/result-schema.ts';
import type { TimeWindow } from '#lib/results/time-window.ts';
import { getResultId, readResult, readVariables } from './result-store.ts';

/** Maximum number of concurrent reads. Each result is one query. */
const CONCURRENT_READS = 10;

/**
 * Maximum number of results that a filter looks at in one request. Reading so many takes about as long as a page of
 * an export.
 */
const MAX_SEARCHED = 500;

/** Maximum size of the answers that a filter reads in one request, in characters, before it ends the page early. */
const MAX_SEARCHED_CHARS = 20_000_000;

/** Number of results whose variables are read at once. */
const CANDIDATES_PER_READ = 100;

/** Maximum total size of the results in a response. The rest of the response is negligible. */
export const MAX_PAGE_BYTES = MAX_BOT_RESPONSE_BYTES;

export type ResultPageQuery = {
  botId: string;
  limit: number;
  cursor?: string | undefined;
  window: TimeWindow;
  /** Filters by completion. If absent, lists both. */
  isCompleted?: boolean | undefined;
  /** Filters by variables and answers, which the index does not contain. */
  filter?: ResultFilter | undefined;
  /**
   * Formats a result for the response, to measure its size.
   */
  toText: (result: ListedResult) => string;
  /** Maximum total size of the texts. Defaults to `MAX_PAGE_BYTES`. */
  maxBytes?: number;
};

export type ResultPage = {
  entries: { result: ListedResult; text: string }[];
  nextCursor?: string;
  /** Number of results that were looked at, up to the cursor. Present if there is a filter. */
  searched?: number;
};

/**
 * Reads one page of a bot's results with their answers, newest first. Includes results that were started and are
 * not archived. With a filter, the page ends at `limit` matches, or after as many results as one request may read.
 *
 * @throws BAD_REQUEST if the cursor is invalid
 */
export async function readResultPage(query: ResultPageQuery): Promise<ResultPage> {
  const { limit, isCompleted, filter, toText, maxBytes = MAX_PAGE_BYTES } = query;
  const { items, nextCursor } = await readList(query);
  const entries: ResultPage['entries'] = [];
  let [bytes, searchedChars] = [0, 0];
  let last: Item | undefined;
  const pageUntil = (searched: number, cursor: string | undefined): ResultPage => ({
    entries,
    ...(cursor !== undefined && { nextCursor: cursor }),
    ...(filter && { searched }),
  });
  for await (const { item, index, result } of readEach(items, query)) {
    // The index is eventually consistent, so it can still list results that were just deleted.
    if (result && belongs(result, isCompleted) && isMatch(result, filter)) {
      const entry = toEntry(result, toText, maxBytes);
      bytes += entry.bytes;
      if (bytes > maxBytes && last) return pageUntil(index, cursorAfter(last));
      entries.push({ result: entry.result, text: entry.text });
    }
    last = item;
    searchedChars += result ? countChars(result) : 0;
    const isFull = entries.length === limit || searchedChars > MAX_SEARCHED_CHARS;
    const isMore = index < items.length - 1 || nextCursor !== undefined;
    if (filter && isFull && isMore) return pageUntil(index + 1, cursorAfter(item));
  }
  return pageUntil(items.length, nextCursor);
}

/** Reads the index. A filter looks at all results of one query, because the index does not contain what it needs. */
async function readList({ botId, limit, cursor, window, isCompleted, filter }: ResultPageQuery) {
  const list = { partition: lists.results(botId), toKey: keys.result, cursor, ...window };
  if (filter) return await searchPage({ ...list, limit: MAX_SEARCHED, maxSearched: MAX_SEARCHED });
  return await readPage({
    ...list,
    limit,
    accepts: (item) => belongs(getListedAttributes(item), isCompleted),
  });
}

/**
 * Finds the cursor of the page that begins after so many results of the list, for callers that count.
 *
 * @returns the cursor; 'behind the end' if the list is shorter; 'too far' if too many results that it does not include
 *   are in between
 */
export async function skipResults(
  { botId, window, isCompleted }: Pick<ResultPageQuery, 'botId' | 'window' | 'isCompleted'>,
  count: number,
): ReturnType<typeof skipItems> {
  const accepts = (item: Item) => belongs(getListedAttributes(item), isCompleted);
  return await skipItems({ partition: lists.results(botId), toKey: keys.result, ...window, accepts }, count);
}

/** Reads the results one chunk at a time, so that the caller can stop. Absent: deleted, or ruled out by the filter. */
async function* readEach(
  items: Item[],
  { isCompleted, filter }: ResultPageQuery,
): AsyncGenerator<{ item: Item; index: number; result: Result | undefined }> {
  let candidates = new Set(items);
  for (let start = 0; start < items.length; start += CONCURRENT_READS) {
    if (filter && start % CANDIDATES_PER_READ === 0) {
      const next = items.slice(start, start + CANDIDATES_PER_READ);
      candidates = await selectCandidates(next, isCompleted, filter);
    }
    const chunk = items.slice(start, start + CONCURRENT_READS);
    const results = await mapConcurrently(chunk, CONCURRENT_READS, async (item) =>
      candidates.has(item) ? await readResult(getResultId(item)) : undefined,
    );
    for (const [index, item] of chunk.entries()) {
      yield { item, index: start + index, result: results[index]?.result };
    }
  }
}

/** Rules out results without reading their answers: a hundred of them take one request for their variables. */
async function selectCandidates(
  items: Item[],
  isCompleted: boolean | undefined,
  { matchesVariables }: ResultFilter,
): Promise<Set<Item>> {
  const listed = items.filter((item) => belongs(getListedAttributes(item), isCompleted));
  if (!matchesVariables) return new Set(listed);
  const variables = await readVariables(listed.map(getResultId));
  return new Set(listed.filter((item) => matchesVariables(variables.get(getResultId(item)) ?? [])));
}

function isMatch({ variables, answers }: Result, filter: ResultFilter | undefined): boolean {
  const { matchesVariables = () => true, matchesAnswers = () => true } = filter ?? {};
  return matchesVariables(variables) && matchesAnswers(answers);
}

function countChars({ answers }: Result): number {
  return answers.reduce((chars, { content }) => chars + content.length, 0);
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
  return countEscapedBytes(text) + 2;
}

function withoutLastAnswers(result: Result, maxBytes: number): ListedResult {
  // Uses only half of the page, because CSV in a response can be larger than the JSON measured here.
  let left = maxBytes / 2 - countEscapedBytes(JSON.stringify({ ...result, answers: [] }));
  const firstOmitted = result.answers.findIndex((answer) => {
    left -= entryBytes(JSON.stringify(answer));
    return left < 0;
  });
  const answers = result.answers.slice(0, Math.max(0, firstOmitted));
  return { ...result, answers, omittedAnswers: result.answers.length - answers.length };
}
