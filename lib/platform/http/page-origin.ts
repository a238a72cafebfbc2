import type { APIGatewayProxyEvent } from 'aws-lambda';
import { IFRAME_ORIGIN_HEADER } from './iframe-origin-header.ts';
import { getRequestedHost } from './site-viewer.ts';
import { getBareOrigin, getWorkspaceOrigin } from './workspace-origin.ts';

/**
 * Returns the origin of the page that shows a bot. That is the Origin header, except if a page of this deployment
 * shows the bot inside an iframe: then it is the page around it. Other pages could claim to be inside any page, so
 * what they say about it does not count.
 *
 * If workspaces have origins of their own, a page of this deployment can be one of another workspace. The result then
 * has both origins, `<page around> <page>`, for whoever knows the bot's workspace: see `findPageOrigin`.
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
  return getBareOrigin() === undefined ? around : `${around} ${origin}`;
}

/**
 * Returns the origin of the page that shows a workspace's bot, from the result of `getPageOrigin`: what a page says about
 * the page around it counts only from one of this workspace.
 */
export function findPageOrigin(pageOrigin: string, workspaceId: string): string {
  // Browsers send origins without spaces.
  const [around = '', page] = pageOrigin.split(' ');
  return page === undefined || page === getWorkspaceOrigin(workspaceId) ? around : page;
}
