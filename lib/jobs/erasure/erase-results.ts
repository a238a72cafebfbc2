import type { Change } from '#lib/platform/audit/change.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { findResultsOfBotAmong, readResultIds } from '#lib/results/store/result-store.ts';
import { eraseResult } from './erase-result.ts';

const RESULTS_PER_PAGE = 100;
const CONCURRENT_DELETIONS = 10;

/** `isComplete` is false if the time was up before the last result was erased. */
export type Erasure = { deleted: number; isComplete: boolean };

/**
 * @param change the deletion that this is part of, unless its entry is in the audit trail already
 * @param hasTime once it returns false, the rest is left for another call
 */
export async function eraseEach(
  resultIds: string[],
  change: Change | undefined,
  hasTime: () => boolean,
): Promise<Erasure> {
  const erased = await mapConcurrently(resultIds, CONCURRENT_DELETIONS, (id) =>
    eraseResult(id, change, hasTime),
  );
  const deleted = erased.filter(Boolean).length;
  return { deleted, isComplete: deleted === resultIds.length };
}

export type PageToErase = {
  /** The deletion that this is part of, unless its entry is in the audit trail already. */
  change?: Change;
  cursor?: string | undefined;
  /** Only results created before this time. */
  to?: string | undefined;
  maxResults?: number;
  hasTime: () => boolean;
};

/** Erases one page of a bot's results, newest first. `nextCursor` is absent after the last page. */
export async function erasePage(
  botId: string,
  { change, cursor, to, maxResults = RESULTS_PER_PAGE, hasTime }: PageToErase,
): Promise<Erasure & { nextCursor?: string }> {
  const limit = Math.min(RESULTS_PER_PAGE, maxResults);
  const { items, ...more } = await readResultIds(botId, { limit, cursor, to });
  // The index is eventually consistent, so it can still list results that were already deleted.
  return { ...(await eraseEach(await findResultsOfBotAmong(botId, items), change, hasTime)), ...more };
}
