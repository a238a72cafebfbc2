import type { Caller } from '#lib/auth/access.ts';
import { requireBot } from '#lib/bots/bot-access.ts';
import type { ListedResult } from './result-schema.ts';
import { readResultPage } from './store/result-page.ts';
import { parseTimeWindow, type WindowQuery } from './time-window.ts';

const DEFAULT_LIMIT = 50;

export type ResultListQuery = WindowQuery & {
  cursor?: string | undefined;
  limit?: string | undefined;
  isCompleted?: 'true' | 'false' | undefined;
};

/**
 * Returns one page of a bot's results, newest first.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the cursor, the time zone or the time window is invalid
 */
export async function listResults(
  botId: string,
  query: ResultListQuery,
  caller: Caller,
): Promise<{ results: ListedResult[]; nextCursor?: string }> {
  const window = parseTimeWindow(query);
  await requireBot(botId, 'viewer', caller);
  const { entries, ...more } = await readResultPage({
    botId,
    limit: Number(query.limit ?? DEFAULT_LIMIT),
    cursor: query.cursor,
    window,
    isCompleted: parseCompleted(query.isCompleted),
    toText: (result) => JSON.stringify(result),
  });
  return { results: entries.map(({ result }) => result), ...more };
}

/** Parses the query parameter `isCompleted`. Undefined if absent. */
export function parseCompleted(text: 'true' | 'false' | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}
