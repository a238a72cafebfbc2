import type { EdgeRequest, EdgeResponse, ViewerRequestEvent } from './viewer-request.ts';

/** Browsers send this header when they fetch the script of a service worker. Scripts of pages cannot take it away. */
export const SERVICE_WORKER_HEADER = 'service-worker';

type EdgeHandler = (event: ViewerRequestEvent) => EdgeRequest | EdgeResponse;

/**
 * Wraps a function so that browsers get no script for a service worker. If a bot's script could register one, it would
 * serve all pages of its origin from then on, also for those of other bots. Every function that sees requests is
 * wrapped.
 */
export function guardAgainstServiceWorkers(handler: EdgeHandler): EdgeHandler {
  return (event) => (event.request.headers[SERVICE_WORKER_HEADER] ? respondForbidden() : handler(event));
}

function respondForbidden(): EdgeResponse {
  return {
    statusCode: 403,
    statusDescription: 'Forbidden',
    headers: {
      'content-type': { value: 'text/plain; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: 'No script of this service may become a service worker.\n',
  };
}
