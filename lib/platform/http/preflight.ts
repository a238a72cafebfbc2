import * as z from 'zod';
import { TRACEPARENT_HEADER } from '#lib/platform/observability/traceparent.ts';
import type { Endpoint } from './contract.ts';
import { IFRAME_ORIGIN_HEADER } from './iframe-origin-header.ts';

/** Longest time that browsers cache a preflight response (Firefox: 24 h; Chromium caps it at 2 h). */
const MAX_AGE_SECONDS = 86_400;

/** Browsers set this header themselves, so preflight requests never ask for it. */
const FORBIDDEN_HEADER = 'origin';

/**
 * Headers of the response to a preflight request (OPTIONS), without the origin.
 *
 * @param endpoints all endpoints of the path; of a path that has none, all of the API
 */
export function preflightHeaders(
  endpoints: readonly Pick<Endpoint, 'api' | 'method' | 'request'>[],
): Record<string, string> {
  const methods = new Set(endpoints.map(({ method }) => method));
  const named = endpoints.flatMap(({ request: { headers } }) =>
    headers instanceof z.ZodObject ? Object.keys(headers.shape) : [],
  );
  const headers = new Set(['content-type', 'authorization', TRACEPARENT_HEADER, ...named]);
  if (endpoints.some(({ api }) => api === 'chat')) headers.add(IFRAME_ORIGIN_HEADER);
  headers.delete(FORBIDDEN_HEADER);
  return {
    'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
    'access-control-allow-headers': [...headers].join(', '),
    'access-control-max-age': String(MAX_AGE_SECONDS),
  };
}
