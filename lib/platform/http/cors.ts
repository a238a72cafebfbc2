import { REPLAYED_HEADER } from '#lib/platform/idempotency/idempotency-key.ts';
import type { Api } from './contract.ts';

/*
 * The chat API is called from bots embedded in any website and uses no cookies, so every origin may read its
 * responses. The management API is called by servers, so only origins listed by the operator get CORS headers.
 */

/** Response headers that a script may read in addition to the few that are always readable. */
const EXPOSED_HEADERS = [
  'etag',
  'x-next-cursor',
  'x-export-complete',
  'retry-after',
  'www-authenticate',
  REPLAYED_HEADER,
].join(', ');

/**
 * Headers for every response, including errors, that scripts of this origin may read. `*` stands for every
 * origin.
 */
export function originHeaders(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS };
}

/** CORS headers for every response of the chat API. */
export const chatCorsHeaders = originHeaders('*');

/** Returns the CORS headers for a request with this Origin header. */
export function corsHeaders(api: Api, origin: string | undefined): Record<string, string> {
  if (api === 'chat') return chatCorsHeaders;
  const allowed = managementOrigins();
  if (allowed.length === 0) return {};
  // Sent even to origins that are not allowed, so that caches do not mix up responses to different origins.
  const vary = { vary: 'Origin' };
  if (origin === undefined || !allowed.includes(origin)) return vary;
  return { ...vary, ...originHeaders(origin) };
}

/** Origins from which the operator allows browser requests to the management API. */
export function managementOrigins(): string[] {
  return (process.env.MANAGEMENT_CORS_ORIGINS ?? '').split(',').filter(Boolean);
}
