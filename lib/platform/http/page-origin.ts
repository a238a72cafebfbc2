import type { APIGatewayProxyEvent } from 'aws-lambda';
import { formatFramedOrigin } from '#lib/platform/origins/framed-origin.ts';
import { IFRAME_ORIGIN_HEADER } from './iframe-origin-header.ts';
import { getRequestedHost } from './site-viewer.ts';

/**
 * Returns the origin of the page that shows a bot. That is the Origin header, except if a page of this deployment
 * shows the bot inside an iframe: then it is the page around it. Other pages could claim to be inside any page, so
 * what they say about it does not count.
 *
 * If workspaces have origins of their own, a page of this deployment can be one of another workspace. The result then
 * has both origins, for whoever knows the bot's workspace: see `findPageOrigin`.
 *
 * @param headers with names in lower case
 */
export function getPageOrigin({ headers }: Pick<APIGatewayProxyEvent, 'headers'>): string | undefined {
  const { origin } = headers;
  const host = getRequestedHost(headers);
  const around = headers[IFRAME_ORIGIN_HEADER];
  if (origin === undefined || around === undefined) return origin;
  // Browsers set both Origin and Host, and scripts cannot change them. A script of a page of this deployment can claim
  // any page around it, as can programs that are not browsers.
  const isOwnPage = host !== undefined && URL.parse(origin)?.host === host.toLowerCase();
  if (!isOwnPage) return origin;
  return formatFramedOrigin(around, origin);
}
