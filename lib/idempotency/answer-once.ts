import { createHash } from 'node:crypto';
import { ServiceError } from '#lib/errors/service-error.ts';
import { logger } from '#lib/observability/logger.ts';
import {
  freeKey,
  type GivenAnswer,
  type IdempotencyKey,
  keepAnswer,
  leaveKey,
  takeKey,
  toIdempotencyKey,
} from './idempotency-store.ts';

export type KeyedRequest = {
  tokenId: string;
  /** The Idempotency-Key header, checked. */
  key: string;
  /** The fields from `method` to `body` determine whether two requests are the same. */
  method: string;
  path: string;
  query: unknown;
  /** The headers that change what the request does, such as If-Match. The key is not among them. */
  headers: Record<string, string | undefined>;
  body: unknown;
  /** Timeout of the function. A request that has no response after it has died. */
  timeoutMs: number;
};

/** The clock can differ a little from that of the machine that took the key. */
const CLOCK_TOLERANCE_MS = 1_000;

/**
 * Does the work of a request only once, however often the request comes with the same key within 24 hours.
 * Repeated requests get the first response again. A refused request frees the key. A request that failed
 * leaves it to the next attempt.
 *
 * @param work receives the id for what it creates, which is the same in every attempt
 * @throws CONFLICT if the key belongs to another request or to one that is still running, and whatever `work`
 *   throws
 */
export async function answerOnce(
  request: KeyedRequest,
  work: (newId: string) => Promise<GivenAnswer>,
): Promise<GivenAnswer & { isReplayed: boolean }> {
  const key = toIdempotencyKey(request.tokenId, request.key);
  const taken = await takeKey(key, createFingerprint(request), request.timeoutMs + CLOCK_TOLERANCE_MS);
  switch (taken.state) {
    case 'answered':
      return { ...taken.answer, isReplayed: true };
    case 'foreign':
      throw new ServiceError('CONFLICT', 'This Idempotency-Key was sent with another request before');
    case 'running':
      throw new ServiceError('CONFLICT', 'A request with this Idempotency-Key is still running', {
        retryAfterSeconds: 1,
      });
    case 'ours':
      return { ...(await workWith(key, taken.lockId, () => work(taken.newId))), isReplayed: false };
  }
}

async function workWith(
  key: IdempotencyKey,
  lockId: string,
  work: () => Promise<GivenAnswer>,
): Promise<GivenAnswer> {
  const answer = await work().catch(async (error: unknown) => {
    const isRefused = error instanceof ServiceError && error.statusCode < 500;
    const freed = isRefused ? freeKey(key, lockId) : leaveKey(key, lockId);
    await bestEffort(freed, 'An Idempotency-Key could not be freed');
    throw error;
  });
  // The work is done. A failure to keep its response must not make it look undone.
  await bestEffort(keepAnswer(key, lockId, answer), 'The answer for an Idempotency-Key could not be kept');
  return answer;
}

async function bestEffort(work: Promise<void>, failure: string): Promise<void> {
  await work.catch((error: unknown) => logger.error(failure, error as Error));
}

/** The parsed body is compared, because white space between JSON tokens does not make a different request. */
function createFingerprint({ method, path, query, headers, body }: KeyedRequest): string {
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify([method, path, query ?? null, body ?? null, ...(sent.length > 0 ? [sent] : [])]))
    .digest('hex');
}
