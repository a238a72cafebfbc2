import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRequestInit } from '#lib/client/client.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#lib/idempotency/idempotency-key.ts';

/** The service does not respond. The message is meant for the user. */
export class ServiceUnreachable extends Error {}

/** Maximum total time a request spends waiting between retries. After that, the last response is returned. */
const MAX_TOTAL_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/**
 * Maximum random delay added to each wait, to spread out the retries of requests rejected at the same time.
 */
const JITTER_MS = 250;

/**
 * `fetch` with retries for a busy service. Retries only requests that are safe to repeat, and honours
 * Retry-After.
 *
 * @throws ServiceUnreachable if there is no response
 */
export async function retryingFetch(url: string, init: ClientRequestInit): Promise<Response> {
  let waitedMs = 0;
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetchOrExplain(url, init);
    if (!isWorthRepeating(response, init)) return response;
    const waitMs = waitAfter(response, attempt);
    if (waitedMs + waitMs > MAX_TOTAL_WAIT_MS) return response;
    await response.body?.cancel();
    await sleep(waitMs);
    waitedMs += waitMs;
  }
}

async function fetchOrExplain(url: string, init: ClientRequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (!URL.canParse(url)) throw new ServiceUnreachable(`${url} is not a URL`, { cause: error });
    throw new ServiceUnreachable(`${new URL(url).origin} does not respond (${code ?? message})`, {
      cause: error,
    });
  }
}

function isWorthRepeating({ status, headers }: Response, init: ClientRequestInit): boolean {
  // Throttled requests were not processed, so any of them can be retried.
  if (status === 429) return true;
  if (init.method === 'POST' && init.headers[IDEMPOTENCY_KEY_HEADER] === undefined) return false;
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
