import type { ConsoleConfig } from '#apps/console/session/console-config.ts';
import type { Gateway } from '#apps/local/gateway/gateway.ts';
import type { GatewayRequest, RawResponse } from '#apps/local/gateway/gateway-request.ts';
import { type BuiltSites, buildSites } from '#apps/sites/build-sites.ts';
import type { Site, SiteFile } from '#apps/sites/site-file.ts';
import {
  BOTS_PERMISSIONS,
  COMMON_HEADERS,
  CONSOLE_PERMISSIONS,
  CROSS_ORIGIN_HEADERS,
  consolePolicy,
  isCrossOrigin,
  previewFramePolicy,
} from '#apps/sites/site-headers.ts';
import {
  correctApiPath,
  findBotsFile,
  findConsoleFile,
  findPagePath,
  isApiPath,
  isBotPagePath,
  isPreviewPath,
} from '#apps/sites/site-paths.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';
import { getBareOrigin } from '#lib/platform/origins/workspace-origin.ts';
import { requestBotPage } from './bot-page-requests.ts';
import { pageResponse } from './page-response.ts';
import type { LocalUrls } from './reference-page.ts';
import { readSignInOrigins } from './sign-in-settings.ts';

/*
 * The two sites, as a deployment has them: the console on the management address, bots' pages and the embed on the
 * chat address.
 */

const SITE_OF: Record<Api, Site> = { management: 'console', chat: 'bots' };

/** Wraps a gateway to serve the sites as well. The pages are bundled when the first of them is requested. */
export function withSites(gateway: Gateway, getUrls: () => LocalUrls | undefined): Gateway {
  let building: Promise<BuiltSites> | undefined;
  /** Returns the response instead if the pages cannot be built. The next request tries again. */
  const loadSites = async (): Promise<BuiltSites | RawResponse> => {
    try {
      building ??= buildSites();
      return await building;
    } catch (error) {
      building = undefined;
      const hint = 'The pages are bundled with the package esbuild (npm ci).';
      return { ...pageResponse('text/plain; charset=utf-8', `${hint} ${String(error)}`), status: 500 };
    }
  };
  return {
    async handle(api, sent) {
      const request = api === 'chat' ? { ...sent, path: findChatPath(sent) } : sent;
      const urls = getUrls();
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!urls || !isRead) return gateway.handle(api, request);
      const own = respondWithoutSites(api, request, urls);
      if (own) return own;
      if (!needsSites(api, request.path)) return gateway.handle(api, request);
      const sites = await loadSites();
      if ('status' in sites) return sites;
      // Read by the function of bots' pages, which a deployment configures with its environment.
      process.env.BOT_PAGE_SCRIPTS = sites.botPageScripts.join(' ');
      const file = findSiteFile(api, request.path, sites);
      return file ? fileResponse(file, sites, urls) : askGateway(gateway, api, request);
    },
  };
}

function askGateway(gateway: Gateway, api: Api, request: GatewayRequest): Promise<RawResponse> {
  return api === 'chat' ? requestBotPage(gateway, request) : gateway.handle(api, request);
}

/** Returns the path as functions at the edge rewrite it, for calls and for pages at custom domains. */
function findChatPath({ path, headers }: GatewayRequest): string {
  const corrected = correctApiPath(path);
  if (isApiPath(corrected) || findBotsFile(corrected) !== undefined) return corrected;
  const [, host = ''] = headers.find(([name]) => name.toLowerCase() === 'host') ?? [];
  const customDomains = process.env.CUSTOM_DOMAINS?.split(' ').filter(Boolean) ?? [];
  return findPagePath(corrected, host, customDomains);
}

/** Responds to what needs no bundled page: addresses of earlier versions, and the configuration of the console. */
function respondWithoutSites(api: Api, request: GatewayRequest, urls: LocalUrls): RawResponse | undefined {
  if (api === 'chat') {
    const moved = findMovedTo(request.path, urls);
    return moved === undefined ? undefined : redirect(moved, request);
  }
  if (request.path !== '/_config.json') return undefined;
  // Workspaces with origins of their own have them below one name of this machine.
  const bareOrigin = getBareOrigin();
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_WORKSPACE_ID: workspaceId } = process.env;
  const { GOOGLE_CLIENT_ID: googleClientId, GOOGLE_CLIENT_SECRET: googleClientSecret } = process.env;
  const config: ConsoleConfig = {
    botsUrl: bareOrigin ?? urls.chatUrl,
    ...(bareOrigin !== undefined && { hasWorkspaceOrigins: true }),
    ...(issuer && clientId && { signIn: { issuer, clientId, ...(workspaceId && { workspaceId }) } }),
    ...(googleClientId && googleClientSecret && { google: { clientId: googleClientId } }),
    ...(process.env.FILES_BUCKET && process.env.FILES_PUBLIC_URL && { hasFiles: true }),
  };
  return pageResponse('application/json', JSON.stringify(config));
}

/** Whether the path is that of a file, or of a bot's page, which a function renders with the names of files. */
function needsSites(api: Api, path: string): boolean {
  if (api === 'management') return findConsoleFile(path) !== undefined;
  return (isBotPagePath(path) && path !== HEALTH_PATH) || findBotsFile(path) !== undefined;
}

function findSiteFile(api: Api, path: string, { files }: BuiltSites): SiteFile | undefined {
  if (api === 'chat' && isBotPagePath(path)) return undefined;
  const filePath = api === 'chat' ? findBotsFile(path) : findConsoleFile(path);
  return files.find((candidate) => candidate.site === SITE_OF[api] && candidate.path === filePath);
}

/** Addresses of the pages in earlier versions. */
function findMovedTo(path: string, { baseUrl }: LocalUrls): string | undefined {
  if (isPreviewPath(path)) return baseUrl + path;
  const [, page, id] = /^\/(chat|preview)\/([\w-]+)$/.exec(path) ?? [];
  if (page === undefined) return undefined;
  return page === 'chat' ? `/${id}` : `${baseUrl}/_preview/${id}`;
}

function redirect(path: string, { queryString }: GatewayRequest): RawResponse {
  const location = queryString === '' ? path : `${path}?${queryString}`;
  return { status: 302, headers: [['Location', location]], body: Buffer.alloc(0) };
}

/** Never cached, because the file changes with the checkout. */
function fileResponse(file: SiteFile, sites: BuiltSites, urls: LocalUrls): RawResponse {
  return pageResponse(file.contentType, file.body, [
    ['Referrer-Policy', COMMON_HEADERS['Referrer-Policy']],
    ...(isCrossOrigin(file) ? Object.entries(CROSS_ORIGIN_HEADERS) : []),
    ...pageHeaders(file, sites, urls),
  ]);
}

function pageHeaders({ path }: SiteFile, sites: BuiltSites, urls: LocalUrls): [string, string][] {
  const origins = {
    console: localOrigins(urls.baseUrl),
    bots: localOrigins(urls.chatUrl),
    identityProvider: readSignInOrigins(process.env),
    uploads: findUploadOrigin(process.env),
  };
  switch (path) {
    case '/index.html':
      return [
        ['Content-Security-Policy', consolePolicy(origins)],
        ['Permissions-Policy', CONSOLE_PERMISSIONS],
        // If a bot's script opens the console, it must not get a handle on that window.
        ['Cross-Origin-Opener-Policy', 'same-origin'],
      ];
    case '/_preview-frame':
      return [
        ['Content-Security-Policy', previewFramePolicy(sites.previewFrameScript, origins)],
        ['Permissions-Policy', BOTS_PERMISSIONS],
      ];
    default:
      return [];
  }
}

/** Returns both origins of an address, separated by a space: browsers tell them apart, and people type either. */
export function localOrigins(url: string): string {
  const { origin, port } = new URL(url);
  return `${origin} http://localhost:${port}`;
}

/** Returns the origin of the bucket of files, at which the SDK posts forms. Undefined if there is none. */
function findUploadOrigin(env: NodeJS.ProcessEnv): string | undefined {
  const { FILES_BUCKET: bucket, AWS_REGION: region, AWS_ENDPOINT_URL_S3: endpoint } = env;
  if (!bucket) return undefined;
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`;
}
