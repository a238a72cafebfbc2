import type { Api, Endpoint } from './contract.ts';

/*
 * The chat API is called from bots embedded in any website and knows no cookies, so every origin may read its
 * answers. The management API is called by servers: it has CORS only for origins that the operator has named.
 */

/** On every response of the chat API, errors included: without it a browser shows a caller nothing. */
export const chatCorsHeaders = { 'access-control-allow-origin': '*' } as const;

/** Headers of answers that a script may read beside the few it may always. */
const EXPOSED_HEADERS = ['etag', 'x-next-cursor', 'x-export-complete'];

/** The CORS headers of a function's response to a request with this Origin header. */
export function corsHeaders(api: Api, origin: string | undefined): Record<string, string> {
  if (api === 'chat') return chatCorsHeaders;
  const allowed = (process.env.MANAGEMENT_CORS_ORIGINS ?? '').split(',').filter(Boolean);
  if (allowed.length === 0) return {};
  // Said even where the origin is not allowed, so that no cache mixes the two answers up.
  const vary = { vary: 'Origin' };
  if (origin === undefined || !allowed.includes(origin)) return vary;
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}

/** What a browser may send. */
const ALLOWED_REQUEST_HEADERS = ['content-type', 'authorization'];

/** Browsers keep a preflight's answer at most this long (Firefox: 24 h; Chromium caps it at 2 h). */
const MAX_AGE_SECONDS = 86_400;

/** The answer to the preflight request (OPTIONS) of a chat API path that has these methods. */
export function preflightHeaders(methods: Endpoint['method'][]): Record<string, string> {
  return {
    ...chatCorsHeaders,
    'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
    'access-control-allow-headers': ALLOWED_REQUEST_HEADERS.join(', '),
    'access-control-max-age': String(MAX_AGE_SECONDS),
  };
}
