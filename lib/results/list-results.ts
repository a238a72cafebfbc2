import { requireBot } from '#lib/bots/bot-access.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { badRequest } from '#lib/platform/errors/service-error.ts';
import { type FilterQuery, parseFilter } from './result-filter.ts';
import { MAX_OFFSET, parseOffset } from './result-offset.ts';
import type { ListedResult } from './result-schema.ts';
import { readResultPage, skipResults } from './store/result-page.ts';
import { parseTimeWindow, type WindowQuery } from './time-window.ts';

const DEFAULT_LIMIT = 50;

const TOO_FAR = `Too many results to skip, at most ${MAX_OFFSET}: go on with \`nextCursor\` of the page before`;
const FILTERED = 'The matches of a filter cannot be counted: go on with `nextCursor` of the page before';

export type ResultListQuery = WindowQuery &
  FilterQuery & {
    cursor?: string | undefined;
    limit?: string | undefined;
    isCompleted?: 'true' | 'false' | undefined;
  };

/**
 * Returns one page of a bot's results, newest first. With a filter, the page covers a part of the list, and
 * `searched` says how many results that was.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the cursor, the time zone, the time window or the filter is invalid
 */
export async function listResults(
  botId: string,
  query: ResultListQuery,
  caller: Caller,
): Promise<{ results: ListedResult[]; nextCursor?: string; searched?: number }> {
  const window = parseTimeWindow(query);
  const filter = parseFilter(query);
  const isCompleted = parseCompleted(query.isCompleted);
  const offset = parseOffset(query.cursor);
  if (offset > MAX_OFFSET) throw badRequest('cursor', TOO_FAR);
  if (offset > 0 && filter) throw badRequest('cursor', FILTERED);
  await requireBot(botId, 'viewer', caller);
  let { cursor } = query;
  if (offset > 0) {
    const skipped = await skipResults({ botId, window, isCompleted }, offset);
    if (skipped === 'behind the end') return { results: [] };
    if (skipped === 'too far') throw badRequest('cursor', TOO_FAR);
    cursor = skipped.cursor;
  }
  const { entries, ...more } = await readResultPage({
    botId,
    limit: Number(query.limit ?? DEFAULT_LIMIT),
    cursor,
    window,
    isCompleted,
    filter,
    toText: (result) => JSON.stringify(result),
  });
  return { results: entries.map(({ result }) => result), ...more };
}

/** Parses the query parameter `isCompleted`. Undefined if absent. */
export function parseCompleted(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}
