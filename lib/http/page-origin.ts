import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The origin of the page around an iframe, sent by the source product's web client. */
export const IFRAME_ORIGIN_HEADER = 'x-typebot-iframe-referrer-origin';

/**
 * Returns the origin of the page that shows a bot. That is the Origin header, except if a page of this deployment
 * shows the bot inside an iframe: then it is the page around it. Other pages could claim to be inside any page, so
 * what they say about it does not count.
 *
 * @param headers with names in lower case
 */
export function getPageOrigin({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): string | undefined {
  const { origin, host } = headers;
  const around = headers[IFRAME_ORIGIN_HEADER];
  if (origin === undefined || around === undefined) return origin;
  // Browsers set both headers, and scripts cannot change them.
  const isOwnPage = host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
  return isOwnPage ? around : origin;
}
