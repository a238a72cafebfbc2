import { requireBot } from '#lib/bots/bot-access.ts';
import { type Change, changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { requireResult } from '#lib/results/require-result.ts';
import { findResultsOfBotAmong, readResultOwner } from '#lib/results/store/result-store.ts';
import { type Erasure, eraseEach, erasePage } from './erase-results.ts';

/** Limits for one request. */
export type CallLimits = { durationMs: number; results: number };

/**
 * Well below the timeout of the function, because deletions in progress must still finish when the time
 * is up. It also bounds the work done for a client that has disconnected.
 */
export const CALL_LIMITS: CallLimits = { durationMs: 15_000, results: 1_000 };

export type Deletion = { deleted: number; notFound: number; remaining: boolean };

/**
 * Erases the given results of a bot, or all of them, within the limits of one request. Ids of missing results
 * and of other bots' results are only counted.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function deleteResults(
  botId: string,
  which: { resultIds: string[] } | { all: true },
  limits: CallLimits,
  caller: Caller,
): Promise<Deletion> {
  const workspaceId = await requireBot(botId, 'editor', caller);
  const change = { ...changeOrigin(caller), action: 'deleteResults' as const, workspaceId, botId };
  const hasTime = timeLimit(limits.durationMs);
  if ('all' in which) return await eraseAll(botId, change, limits.results, hasTime);
  const named = [...new Set(which.resultIds)];
  const found = await findResultsOfBotAmong(botId, named);
  return { ...toDeletion(await eraseEach(found, change, hasTime)), notFound: named.length - found.length };
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
  const owner = await readResultOwner(resultId, { orEnded: true });
  const { workspaceId } = await requireResult(botId, owner, 'editor', caller);
  const change = { ...changeOrigin(caller), action: 'deleteResult' as const, workspaceId, botId, resultId };
  return toDeletion(await eraseEach([resultId], change, timeLimit(CALL_LIMITS.durationMs)));
}

function toDeletion({ deleted, isComplete }: Erasure): Omit<Deletion, 'notFound'> {
  return { deleted, remaining: !isComplete };
}

function timeLimit(durationMs: number): () => boolean {
  const endMs = Date.now() + durationMs;
  return () => Date.now() < endMs;
}

async function eraseAll(
  botId: string,
  change: Change,
  maxResults: number,
  hasTime: () => boolean,
): Promise<Deletion> {
  let deleted = 0;
  let cursor: string | undefined;
  do {
    const page = await erasePage(botId, { cursor, change, maxResults: maxResults - deleted, hasTime });
    deleted += page.deleted;
    if (!page.isComplete) return { deleted, notFound: 0, remaining: true };
    cursor = page.nextCursor;
  } while (cursor !== undefined && deleted < maxResults && hasTime());
  return { deleted, notFound: 0, remaining: cursor !== undefined };
}
