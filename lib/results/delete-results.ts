import type { Caller } from '#lib/auth/access.ts';
import { mapConcurrently } from '#lib/store/map-concurrently.ts';
import { eraseResult } from './erase-result.ts';
import { requireBot, requireResult } from './require-result.ts';
import { readResultIds, readResultOwner, resultsOfBotAmong } from './result-store.ts';

/** Limits of one call. */
export type CallLimits = { durationMs: number; results: number };

/**
 * A function has 29 seconds, the limit of API Gateway, and must still finish the deletions that are under way
 * when the time is up. A call whose caller has gone should also end soon.
 */
const CALL_LIMITS: CallLimits = { durationMs: 15_000, results: 1_000 };

const RESULTS_PER_PAGE = 100;
const CONCURRENT_DELETIONS = 10;

export type Deletion = { deleted: number; notFound: number; remaining: boolean };

/**
 * Erases the named results of a bot, or all of them, as far as the limits of a call allow. Ids that belong to
 * no result or to another bot's result are counted and otherwise ignored.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function deleteResults(
  botId: string,
  which: { resultIds: string[] } | { all: true },
  caller: Caller,
  limits = CALL_LIMITS,
): Promise<Deletion> {
  await requireBot(botId, 'editor', caller);
  const hasTime = timeLimit(limits.durationMs);
  if ('all' in which) return await eraseAll(botId, limits.results, hasTime);
  const named = [...new Set(which.resultIds)];
  const found = await resultsOfBotAmong(botId, named);
  return { ...(await erase(found, hasTime)), notFound: named.length - found.length };
}

/**
 * Erases one result.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function deleteResult(
  botId: string,
  resultId: string,
  caller: Caller,
): Promise<Omit<Deletion, 'notFound'>> {
  await requireResult(botId, await readResultOwner(resultId, { orEnded: true }), 'editor', caller);
  return await erase([resultId], timeLimit(CALL_LIMITS.durationMs));
}

function timeLimit(durationMs: number): () => boolean {
  const endMs = Date.now() + durationMs;
  return () => Date.now() < endMs;
}

async function erase(resultIds: string[], hasTime: () => boolean) {
  const erased = await mapConcurrently(resultIds, CONCURRENT_DELETIONS, (id) => eraseResult(id, hasTime));
  const deleted = erased.filter(Boolean).length;
  return { deleted, remaining: deleted < resultIds.length };
}

async function eraseAll(botId: string, maxResults: number, hasTime: () => boolean): Promise<Deletion> {
  let deleted = 0;
  let cursor: string | undefined;
  do {
    const limit = Math.min(RESULTS_PER_PAGE, maxResults - deleted);
    const page = await readResultIds(botId, { limit, cursor });
    // The index lags behind a little, so it can still list results that an earlier call has deleted.
    const found = await resultsOfBotAmong(botId, page.items);
    const outcome = await erase(found, hasTime);
    deleted += outcome.deleted;
    if (outcome.remaining) return { deleted, notFound: 0, remaining: true };
    cursor = page.nextCursor;
  } while (cursor !== undefined && deleted < maxResults && hasTime());
  return { deleted, notFound: 0, remaining: cursor !== undefined };
}
