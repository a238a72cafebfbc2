import type { ClientRequestInit, Fetch } from './client.ts';

export type RetryOptions = {
  /** Maximum total time that a request waits between attempts. After that, the last response counts. */
  maxTotalWaitMs?: number;
};

const MAX_TOTAL_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** Maximum random delay added to each wait, to spread out the retries of requests rejected at the same time. */
const JITTER_MS = 250;

/**
 * Returns a `fetch` that waits and tries again while the service is busy: for as long as Retry-After says, or twice
 * as long each time. Repeats throttled requests (429); and after 503, or 409 with Retry-After, everything
 * except a POST without an idempotency key.
 *
 * @param fetch defaults to the global one
 */
export function withRetries(
  fetch: Fetch = (url, init) => globalThis.fetch(url, init),
  { maxTotalWaitMs = MAX_TOTAL_WAIT_MS }: RetryOptions = {},
): Fetch {
  return async (url, init) => {
    let waitedMs = 0;
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(url, init);
      if (!isWorthRepeating(response, init)) return response;
      const waitMs = waitAfter(response, attempt);
      if (waitedMs + waitMs > maxTotalWaitMs) return response;
      await response.body?.cancel();
      await sleep(waitMs, init.signal);
      waitedMs += waitMs;
    }
  };
}

function isWorthRepeating({ status, headers }: Response, init: ClientRequestInit): boolean {
  // Throttled requests were not processed, so any of them can be retried.
  if (status === 429) return true;
  if (init.method === 'POST' && init.headers['idempotency-key'] === undefined) return false;
  // A 409 with Retry-After is temporary: a request with the same idempotency key is still running.
  return status === 503 || (status === 409 && headers.has('retry-after'));
}

function waitAfter({ headers }: Response, attempt: number): number {
  const retryAfter = headers.get('retry-after') ?? '';
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS);
  return waitMs + Math.random() * JITTER_MS;
}

/** @throws the signal's reason once it is aborted */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
