import { isListedDomain } from '#lib/bots/document/domain-list.ts';
import { toPathSegment } from '#lib/bots/document/domain-path.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';

/*
 * Finds the file of a site that a path leads to. The local server and the functions at CloudFront's edge both decide with
 * these functions, which must therefore only use what CloudFront's runtime has.
 */

/** Returns the path of the console's file, or undefined if the console has nothing there. */
export function findConsoleFile(path: string): string | undefined {
  if (path.startsWith('/_assets/') || path === '/_config.json') return path;
  // A page would be a success, whatever the API's health, even for a monitor that has added a slash.
  if (isApiPath(path) || path === HEALTH_PATH || path.startsWith(`${HEALTH_PATH}/`)) return undefined;
  // Every page is the same document, whose script reads the address: `/bots/b1/results`. Anything else, such as
  // `//v1/bots` or `/V1/BOTS`, is a misspelt call of the API or a file that scanners look for, and gets its 404.
  // The preview of a draft has the address that it had at the bots' site.
  const isPage = /^\/((sign-in|[a-z]+(\/[^/]+)*)\/?)?$/.test(path) || isPreviewPath(path);
  return isPage && !path.includes('.') ? '/index.html' : undefined;
}

/** Returns the path of the file of the bots' site, or undefined if it has none there. */
export function findBotsFile(path: string): string | undefined {
  return path.startsWith('/_assets/') || path === '/embed.js' || path === '/_preview-frame'
    ? path
    : undefined;
}

/** Tells whether the path is that of a draft's preview: `/_preview/cm1234`. */
export function isPreviewPath(path: string): boolean {
  return /^\/_preview\/[^/]+$/.test(path);
}

/** Tells whether the path belongs to the API behind the site. */
export function isApiPath(path: string): boolean {
  return /^\/(v[0-9]+|api)(\/|$)/.test(path);
}

/** Tells whether the path can be the address of a bot's page: `/my-bot`, or what `findPagePath` makes of it. */
export function isBotPagePath(path: string): boolean {
  return /^\/([a-z0-9-]+|_~[\w~-]*)$/.test(path) && !isApiPath(path);
}

/** Stands for paths that no bot's page can have. */
const NO_PAGE = '/_~~';

/**
 * Returns the path of a page as the API has it. At a custom domain, that is the whole path as one segment:
 * `/a/b` as `/_~a~b`.
 */
export function findPagePath(path: string, host: string, customDomains: readonly string[]): string {
  if (!isListedDomain(host.toLowerCase().replace(/:\d+$/, ''), customDomains)) return path;
  const segment = toPathSegment(path);
  return segment === undefined ? NO_PAGE : `/${segment}`;
}

/**
 * Corrects the path of a call of the chat API by a client whose address ends in a slash, or in `/api`, which clients
 * add themselves: `//api/v1/…`, `/api/api/v1/…`. A slash at the end of the path goes, too. Other paths stay as they are.
 */
export function correctApiPath(path: string): string {
  const merged = path.replace(/\/{2,}/g, '/');
  if (!isApiPath(merged)) return path;
  const corrected = merged.replace(/^(\/api)+(?=\/)/, '/api').replace(/\/$/, '');
  // The behavior for `//*` leads to paths below the stage.
  return path.startsWith('//') && !corrected.startsWith('/api/') ? `/api${corrected}` : corrected;
}
