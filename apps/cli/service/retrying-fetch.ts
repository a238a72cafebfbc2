import type { ClientRequestInit } from '#apps/client/client.ts';
import { withRetries } from '#apps/client/with-retries.ts';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The service does not respond. The message is meant for the user. */
export class ServiceUnreachableError extends Error {
  override name = 'ServiceUnreachableError';
}

/**
 * `fetch` that retries if the service is busy, and explains to users why there was no response.
 *
 * @throws ServiceUnreachableError if there is no response
 */
export const retryingFetch = withRetries(fetchOrExplain);

async function fetchOrExplain(url: string, init: ClientRequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const { code, message } = cause as NodeJS.ErrnoException;
    if (!URL.canParse(url)) throw new ServiceUnreachableError(`${url} is not a URL`, { cause: error });
    const { origin, hostname } = new URL(url);
    const hint = LOOPBACK_HOSTS.has(hostname) ? ': is npm start running?' : '';
    throw new ServiceUnreachableError(`${origin} does not respond (${code ?? message})${hint}`, {
      cause: error,
    });
  }
}
