import type { Caller } from '#lib/auth/access.ts';
import { requireBot } from '#lib/bots/bot-access.ts';
import { type FilterQuery, parseFilter } from './result-filter.ts';
import type { ListedResult } from './result-schema.ts';
import { readResultPage } from './store/result-page.ts';
import { parseTimeWindow, type WindowQuery } from './time-window.ts';

const DEFAULT_LIMIT = 50;

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
  await requireBot(botId, 'viewer', caller);
  const { entries, ...more } = await readResultPage({
    botId,
    limit: Number(query.limit ?? DEFAULT_LIMIT),
    cursor: query.cursor,
    window,
    isCompleted: parseCompleted(query.isCompleted),
    filter,
    toText: (result) => JSON.stringify(result),
  });
  return { results: entries.map(({ result }) => result), ...more };
}

/** Parses the query parameter `isCompleted`. Undefined if absent. */
export function parseCompleted(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}
