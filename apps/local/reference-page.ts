import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Gateway } from '#apps/local/gateway/gateway.ts';
import { type GatewayRequest, getHeader, type RawResponse } from '#apps/local/gateway/gateway-request.ts';
import { EXAMPLE_IDS } from '#apps/reference/examples.ts';
import { openapiDocument } from '#apps/reference/openapi.ts';
import { routes } from '#functions/endpoints.ts';
import { LOCAL_SESSION_PATH } from './local-session.ts';
import { pageResponse } from './page-response.ts';

/*
 * `/docs` serves an interactive API reference, and `/openapi.json` the document it renders. Both exist only
 * on the management address of the local server and are not deployed. The page loads everything from this
 * server.
 */

/** URLs of the two APIs, such as `http://127.0.0.1:3000`. */
export type LocalUrls = { baseUrl: string; chatUrl: string };

/** Static files of the reference page, by path. */
const FILES: Record<string, { contentType: string; read: () => Promise<string | Buffer> }> = {
  '/docs': { contentType: 'text/html; charset=utf-8', read: async () => PAGE },
  '/docs/start.js': { contentType: 'text/javascript; charset=utf-8', read: async () => START_SCRIPT },
  '/docs/swagger-ui-bundle.js': {
    contentType: 'text/javascript; charset=utf-8',
    read: () => readPackaged('swagger-ui-bundle.js'),
  },
  '/docs/swagger-ui.css': {
    contentType: 'text/css; charset=utf-8',
    read: () => readPackaged('swagger-ui.css'),
  },
};

/**
 * Wraps a gateway to serve `/docs` and `/openapi.json` as well.
 *
 * @param getUrls returns undefined until the servers are listening
 */
export function withReferencePage(gateway: Gateway, getUrls: () => LocalUrls | undefined): Gateway {
  return {
    async handle(api, request) {
      const urls = getUrls();
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (urls && api === 'management' && isRead) {
        if (request.path === '/openapi.json') return openapiResponse(toUrlsSeenFrom(request, urls));
        const file = FILES[request.path === '/docs/' ? '/docs' : request.path];
        if (file) return createFileResponse(file, urls);
      }
      return gateway.handle(api, request);
    },
  };
}

function openapiResponse({ baseUrl, chatUrl }: LocalUrls): RawResponse {
  const document = openapiDocument(routes, {
    management: { url: baseUrl, description: 'The management address' },
    chat: { url: chatUrl, description: 'The chat address' },
  });
  return pageResponse('application/json', JSON.stringify(document));
}

/** Browsers treat localhost and 127.0.0.1 as different origins, and the page may only call its own. */
function toUrlsSeenFrom(request: GatewayRequest, { baseUrl, chatUrl }: LocalUrls): LocalUrls {
  const { protocol, port } = new URL(baseUrl);
  const isLocalhost = getHeader(request, 'host') === `localhost:${port}`;
  return { baseUrl: isLocalhost ? `${protocol}//localhost:${port}` : baseUrl, chatUrl };
}

async function createFileResponse(
  { contentType, read }: (typeof FILES)[string],
  { chatUrl }: LocalUrls,
): Promise<RawResponse> {
  try {
    return pageResponse(contentType, await read(), [['Content-Security-Policy', contentPolicy(chatUrl)]]);
  } catch {
    const message = 'This page requires the package swagger-ui-dist: run npm ci';
    return { ...pageResponse('text/plain; charset=utf-8', message), status: 404 };
  }
}

/** The page may only connect to the two APIs. */
function contentPolicy(chatUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Swagger UI sizes its elements with inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${chatUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Reads a file of the package swagger-ui-dist. */
function readPackaged(name: string): Promise<Buffer> {
  return readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Bot management service: reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript; <a href="/openapi.json">the OpenAPI document</a> does not.</noscript>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Separate file, so that the page needs no inline script. The validator is off because it is a public web
 * service. The token and the ids of the local data come from the local session, which a page under another name of
 * this machine does not get; the page works without them.
 */
const START_SCRIPT = `(async () => {
  const read = async (path) => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(path + ' responds with status ' + response.status);
    return await response.text();
  };
  const session = await read('${LOCAL_SESSION_PATH}').then(JSON.parse).catch(() => null);
  let document = await read('/openapi.json');
  if (session) {
    const own = { workspaceId: session.workspaceId, ...session.sample };
    for (const [name, id] of Object.entries(${JSON.stringify(EXAMPLE_IDS)})) {
      document = document.replaceAll(id, own[name]);
    }
  }
  const reference = SwaggerUIBundle({
    spec: JSON.parse(document),
    dom_id: '#reference',
    validatorUrl: null,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    onComplete: () => {
      if (session) reference.preauthorizeApiKey('bearer', session.token);
    },
  });
})();
`;
