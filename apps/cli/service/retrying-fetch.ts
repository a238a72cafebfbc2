import type { ClientRequestInit, Fetch } from '#apps/client/client.ts';
import { withRetries } from '#apps/client/with-retries.ts';
import { readBoundedBody } from './bounded-body.ts';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The service does not respond, or not as a service does. The message is meant for the user. */
export class ServiceUnreachableError extends Error {
  override name = 'ServiceUnreachableError';
}

/** Limits of a response. The address may be that of another service than was meant. */
export type ResponseLimits = {
  /** For the whole response. The gateway ends a call after half a minute. */
  timeoutMs?: number;
  /** The largest responses of the service have a few megabytes. */
  maxBytes?: number;
};

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 64 * 1_024 * 1_024;

/**
 * `fetch` that retries if the service is busy, and explains to users why there was no response. It follows redirects,
 * so it is for requests without a token.
 *
 * @throws ServiceUnreachableError if there is no response
 */
export const retryingFetch = withRetries(fetchOrExplain);

/**
 * Returns a `fetch` for requests with a token: it also follows no redirect, which could lead a token or a document
 * elsewhere, limits responses, and keeps the token out of errors.
 *
 * @throws ServiceUnreachableError if there is no response, or one that is not the service's
 */
export function createServiceFetch(limits: ResponseLimits = {}): Fetch {
  return withRetries((url, init) => fetchWhole(url, init, limits));
}

async function fetchWhole(
  url: string,
  init: ClientRequestInit,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: ResponseLimits,
): Promise<Response> {
  const [, token = ''] = /^Bearer (.*)$/s.exec(init.headers.authorization ?? '') ?? [];
  // Any other character would make the request fail with an error that quotes the token.
  if (!/^[\x21-\x7e]*$/.test(token))
    throw new Error('The token has a character that no token has, such as a space or a line break');
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetchOrExplain(url, { ...init, signal }, 'manual');
  const { origin } = new URL(url);
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new ServiceUnreachableError(describeRedirect(response, url));
  }
  const body = await readBoundedBody(response, maxBytes).catch((error: unknown) => {
    throw new ServiceUnreachableError(`${origin} does not finish its response (${describeCause(error)})`, {
      cause: error,
    });
  });
  if (body === undefined)
    throw new ServiceUnreachableError(`${origin} responds with more than ${maxBytes} bytes`);
  return copyResponse(response, response.ok ? body : hideToken(body, token));
}

async function fetchOrExplain(
  url: string,
  init: ClientRequestInit,
  redirect: 'follow' | 'manual' = 'follow',
): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect });
  } catch (error) {
    // Not the whole URL, which may contain a password.
    if (!URL.canParse(url)) throw new ServiceUnreachableError('The address is not a URL', { cause: error });
    const { origin, hostname, username, password } = new URL(url);
    if (username !== '' || password !== '') {
      throw new ServiceUnreachableError('The address contains a user or a password: give it without them', {
        cause: error,
      });
    }
    const hint = LOOPBACK_HOSTS.has(hostname) ? ': is npm start running?' : '';
    throw new ServiceUnreachableError(`${origin} does not respond (${describeCause(error)})${hint}`, {
      cause: error,
    });
  }
}

/** Describes a failure of `fetch`. Its own message may quote headers, so only that of the cause is repeated. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timeout';
  if (!(error.cause instanceof Error)) return (error as NodeJS.ErrnoException).code ?? error.name;
  const { code, message } = error.cause as NodeJS.ErrnoException;
  return code ?? message;
}

function describeRedirect({ status, headers }: Response, url: string): string {
  const { origin } = new URL(url);
  const target = URL.parse(headers.get('location') ?? '', url);
  if (!target || target.origin === origin) return `${origin} responds with a redirect (${status})`;
  return `${origin} redirects to ${target.origin}: if that is the service, give its address`;
}

/** A service that repeats the token would bring it into reports and logs. */
function hideToken(body: Buffer, token: string): Buffer {
  return token === '' ? body : Buffer.from(body.toString('utf8').replaceAll(token, '…'));
}

function copyResponse({ status, statusText, headers }: Response, body: Buffer): Response {
  return new Response(body.length === 0 ? null : new Uint8Array(body), {
    status,
    // Any other character would be refused.
    statusText: statusText.replace(/[^\x20-\x7e]/g, ''),
    headers,
  });
}
