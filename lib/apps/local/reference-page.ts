import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openapiDocument } from '#lib/apps/documentation/openapi.ts';
import { endpoints } from '#lib/endpoints.ts';
import type { Gateway } from './gateway.ts';
import { type GatewayAnswer, type GatewayRequest, getHeader } from './gateway-request.ts';
import { pageAnswer } from './page-answer.ts';

/*
 * `/docs` is a reference page to try the API out on, and `/openapi.json` is the document that it shows. Both
 * exist only on the management address of the local server, and are not deployed. The page loads everything
 * from here.
 */

/** Where the two addresses are: `http://127.0.0.1:3000`. */
export type LocalUrls = { baseUrl: string; chatUrl: string };

/** The page, the program that shows the document, and its styles. */
const FILES: Record<string, { contentType: string; read: () => Promise<string | Buffer> }> = {
  '/docs': { contentType: 'text/html; charset=utf-8', read: async () => PAGE },
  '/docs/start.js': { contentType: 'text/javascript; charset=utf-8', read: async () => START_SCRIPT },
  '/docs/swagger-ui-bundle.js': {
    contentType: 'text/javascript; charset=utf-8',
    read: () => packaged('swagger-ui-bundle.js'),
  },
  '/docs/swagger-ui.css': {
    contentType: 'text/css; charset=utf-8',
    read: () => packaged('swagger-ui.css'),
  },
};

/**
 * The gateway with these two paths in front of it.
 *
 * @param urlsOf returns undefined until the servers listen
 */
export function withReferencePage(gateway: Gateway, urlsOf: () => LocalUrls | undefined): Gateway {
  return {
    async handle(api, request) {
      const urls = urlsOf();
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (urls && api === 'management' && isRead) {
        if (request.path === '/openapi.json') return openapiAnswer(seenFrom(request, urls));
        const file = FILES[request.path === '/docs/' ? '/docs' : request.path];
        if (file) return fileAnswer(file, urls);
      }
      return gateway.handle(api, request);
    },
  };
}

function openapiAnswer({ baseUrl, chatUrl }: LocalUrls): GatewayAnswer {
  const document = openapiDocument(endpoints, {
    management: { url: baseUrl, description: 'The management address' },
    chat: { url: chatUrl, description: 'The chat address' },
  });
  return pageAnswer('application/json', JSON.stringify(document));
}

/** To a browser, localhost and 127.0.0.1 are two origins, and the page may only call its own. */
function seenFrom(request: GatewayRequest, { baseUrl, chatUrl }: LocalUrls): LocalUrls {
  const { protocol, port } = new URL(baseUrl);
  const isLocalhost = getHeader(request, 'host') === `localhost:${port}`;
  return { baseUrl: isLocalhost ? `${protocol}//localhost:${port}` : baseUrl, chatUrl };
}

async function fileAnswer(
  { contentType, read }: (typeof FILES)[string],
  { chatUrl }: LocalUrls,
): Promise<GatewayAnswer> {
  try {
    return pageAnswer(contentType, await read(), [['Content-Security-Policy', contentPolicy(chatUrl)]]);
  } catch {
    const message = 'This page needs the package swagger-ui-dist: npm ci';
    return { ...pageAnswer('text/plain; charset=utf-8', message), status: 404 };
  }
}

/** The page may call the two addresses and nobody else. */
function contentPolicy(chatUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The program sets the sizes of what it draws as inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${chatUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A file of the package that shows OpenAPI documents. */
function packaged(name: string): Promise<Buffer> {
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
 * A separate file, so that the page needs no inline script. No validator, because that would be a service on
 * the internet.
 */
const START_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
});
`;
