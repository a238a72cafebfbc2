import { getBareOrigin, getWorkspaceOrigin } from './workspace-origin.ts';

/*
 * A page of this deployment inside an iframe says which page is around it. If workspaces have origins of their own, that
 * counts only from a page of the bot's workspace, or from one that the bot allows. Both are known later than the request:
 * until then, both origins stay together.
 */

/** Returns the origin of the surrounding page. Adds that of the page itself if workspaces have their own. */
export function formatFramedOrigin(around: string, page: string): string {
  return getBareOrigin() === undefined ? around : `${around} ${page}`;
}

/**
 * Returns the origin of the page that shows a workspace's bot.
 *
 * @param pageOrigin an origin, or the result of `formatFramedOrigin`. Browsers send origins without spaces
 * @param trusted origins of pages, besides the workspace's own, whose word counts: a custom domain is one that the bot allows
 */
export function findPageOrigin(
  pageOrigin: string,
  workspaceId: string,
  trusted: readonly string[] = [],
): string {
  const [around = '', page] = pageOrigin.split(' ');
  const counts = page === undefined || page === getWorkspaceOrigin(workspaceId) || trusted.includes(page);
  return counts ? around : page;
}
