import { createHash } from 'node:crypto';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import {
  freeKey,
  type GivenResponse,
  type IdempotencyKey,
  keepResponse,
  leaveKey,
  takeKey,
  toIdempotencyKey,
} from './idempotency-store.ts';

export type KeyedRequest = {
  tokenId: string;
  /** The Idempotency-Key header, already validated. */
  key: string;
  /** Two requests are the same if the fields from `method` to `body` are. */
  method: string;
  path: string;
  query: unknown;
  /** The headers that affect what the request does, such as If-Match. Excludes the key. */
  headers: Record<string, string | undefined>;
  body: unknown;
  /** Timeout of the function. A request without a response by then has died. */
  timeoutMs: number;
};

/** Allowed clock skew relative to the machine that took the key. */
const CLOCK_TOLERANCE_MS = 1_000;

/**
 * Does a request's work only once, however often it is sent with the same key within 24 hours. Repeated
 * requests get the first response again. A refused request frees the key. A failed one leaves it to the next
 * attempt.
 *
 * @param work receives the id for what it creates, the same in every attempt
 * @throws CONFLICT if the key belongs to another request or to one still running, and whatever `work` throws
 */
export async function respondOnce(
  request: KeyedRequest,
  work: (newId: string) => Promise<GivenResponse>,
): Promise<GivenResponse & { isReplayed: boolean }> {
  const key = toIdempotencyKey(request.tokenId, request.key);
  const taken = await takeKey(key, createFingerprint(request), request.timeoutMs + CLOCK_TOLERANCE_MS);
  switch (taken.state) {
    case 'done':
      return { ...taken.response, isReplayed: true };
    case 'foreign':
      throw new ServiceError('CONFLICT', 'This Idempotency-Key was already used for a different request');
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
  work: () => Promise<GivenResponse>,
): Promise<GivenResponse> {
  const response = await work().catch(async (error: unknown) => {
    const isRefused = error instanceof ServiceError && error.statusCode < 500;
    const freed = isRefused ? freeKey(key, lockId) : leaveKey(key, lockId);
    await bestEffort(freed, 'An Idempotency-Key could not be freed');
    throw error;
  });
  // The work is done; failing to save its response must not make the request look failed.
  await bestEffort(
    keepResponse(key, lockId, response),
    'The response for an Idempotency-Key could not be saved',
  );
  return response;
}

async function bestEffort(work: Promise<void>, failure: string): Promise<void> {
  await work.catch((error: unknown) => logger.error(failure, error as Error));
}

/** Compares the parsed body, because whitespace between JSON tokens does not make a different request. */
function createFingerprint({ method, path, query, headers, body }: KeyedRequest): string {
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
  return createHash('sha256')
    .update(JSON.stringify([method, path, query ?? null, body ?? null, ...(sent.length > 0 ? [sent] : [])]))
    .digest('hex');
}
