import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientRequestInit } from '#lib/client/client.ts';
import { IDEMPOTENCY_KEY_HEADER } from '#lib/idempotency/idempotency-key.ts';

/** Nobody has answered. The message is for whoever typed the address. */
export class ServiceUnreachable extends Error {}

/** How long one request may be put off, all its waits together, before its last answer counts. */
const MAX_TOTAL_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** So that requests which were refused together do not come back together. */
const JITTER_MS = 250;

/**
 * `fetch` that is patient with a busy service: what may be sent again is, after Retry-After where the answer says so.
 *
 * @throws ServiceUnreachable where there is no answer
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
    throw new ServiceUnreachable(`${new URL(url).origin} does not answer (${code ?? message})`, {
      cause: error,
    });
  }
}

function isWorthRepeating({ status, headers }: Response, init: ClientRequestInit): boolean {
  // Too many requests: this one has not been looked at.
  if (status === 429) return true;
  if (init.method === 'POST' && init.headers[IDEMPOTENCY_KEY_HEADER] === undefined) return false;
  // A conflict that passes: the same request is still running.
  return status === 503 || (status === 409 && headers.has('retry-after'));
}

function waitAfter({ headers }: Response, attempt: number): number {
  const retryAfter = headers.get('retry-after') ?? '';
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS);
  return waitMs + Math.random() * JITTER_MS;
}
