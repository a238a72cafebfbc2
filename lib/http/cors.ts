import type { Api, Endpoint } from './contract.ts';

/*
 * The chat API is called from bots embedded in any website and uses no cookies, so every origin may read its
 * responses. The management API is called by servers, so only origins that the operator has listed get CORS
 * headers.
 */

/**
 * Sent with every response of the chat API, errors included. Without it, scripts cannot read the response.
 */
export const chatCorsHeaders = { 'access-control-allow-origin': '*' } as const;

/** Response headers that a script may read in addition to the few that are always readable. */
const EXPOSED_HEADERS = ['etag', 'x-next-cursor', 'x-export-complete'];

/** The CORS headers of a function's response to a request with this Origin header. */
export function corsHeaders(api: Api, origin: string | undefined): Record<string, string> {
  if (api === 'chat') return chatCorsHeaders;
  const allowed = (process.env.MANAGEMENT_CORS_ORIGINS ?? '').split(',').filter(Boolean);
  if (allowed.length === 0) return {};
  // Sent even if the origin is not allowed, so that no cache confuses the two responses.
  const vary = { vary: 'Origin' };
  if (origin === undefined || !allowed.includes(origin)) return vary;
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  };
}

/** Request headers that a browser may send. */
const ALLOWED_REQUEST_HEADERS = ['content-type', 'authorization'];

/** Browsers cache a preflight response for at most this long (Firefox: 24 h; Chromium caps it at 2 h). */
const MAX_AGE_SECONDS = 86_400;

/** Headers of the response to a preflight request (OPTIONS) for a chat API path that has these methods. */
export function preflightHeaders(methods: Endpoint['method'][]): Record<string, string> {
  return {
    ...chatCorsHeaders,
    'access-control-allow-methods': [...methods, 'OPTIONS'].join(', '),
    'access-control-allow-headers': ALLOWED_REQUEST_HEADERS.join(', '),
    'access-control-max-age': String(MAX_AGE_SECONDS),
  };
}
