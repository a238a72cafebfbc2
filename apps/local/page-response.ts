import type { RawResponse } from '#apps/local/gateway/gateway-request.ts';

/**
 * Responds with a page or an asset of the local server. Never cached, because it changes with the checkout.
 */
export function pageResponse(
  contentType: string,
  body: string | Buffer,
  headers: [name: string, value: string][] = [],
): RawResponse {
  return {
    status: 200,
    headers: [
      ['Content-Type', contentType],
      ['Cache-Control', 'no-store'],
      ['X-Content-Type-Options', 'nosniff'],
      ...headers,
    ],
    body: Buffer.from(body),
  };
}
