import type { RawResponse } from '#apps/local/gateway/gateway-request.ts';
import { DATA_POLICY } from '#lib/platform/http/gateway-responses.ts';

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
      ...(isData(contentType) ? [DATA_POLICY_HEADER] : []),
      ...headers,
    ],
    body: Buffer.from(body),
  };
}

const DATA_POLICY_HEADER: [name: string, value: string] = ['Content-Security-Policy', DATA_POLICY];

/** Whether programs read the response. Pages have a policy of their own, and scripts need none. */
function isData(contentType: string): boolean {
  return /^(application\/json|text\/plain)\b/.test(contentType);
}
