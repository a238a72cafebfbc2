import type { GatewayAnswer } from './gateway-request.ts';

/**
 * A file of a page that the local server shows. Browsers never keep it, because it changes with the checkout.
 */
export function pageAnswer(
  contentType: string,
  body: string | Buffer,
  headers: [name: string, value: string][] = [],
): GatewayAnswer {
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
