import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Gateway } from './gateway.ts';
import type { RawResponse } from './gateway-request.ts';
import { pageResponse } from './page-response.ts';

/*
 * `/chat/{publicId}` lets you chat with a published bot, `/preview/{botId}` with its draft. Both pages exist
 * only on the chat address of the local server and are not deployed.
 */

/** Wraps a gateway to serve the chat pages as well. */
export function withChatPage(gateway: Gateway): Gateway {
  let program: Promise<Program> | undefined;
  return {
    async handle(api, request) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const page = api === 'chat' && isRead ? pageAt(request.path) : undefined;
      if (!page) return gateway.handle(api, request);
      try {
        program ??= bundle();
        const { script, css } = await program;
        if (page === 'script') return pageResponse('text/javascript; charset=utf-8', script);
        if (page === 'css') return pageResponse('text/css; charset=utf-8', css);
        return documentResponse(page);
      } catch (error) {
        program = undefined;
        const hint = 'The chat page is bundled with the package esbuild (npm ci).';
        return { ...pageResponse('text/plain; charset=utf-8', `${hint} ${String(error)}`), status: 500 };
      }
    },
  };
}

type Page = 'chat' | 'preview' | 'frame';

function pageAt(path: string): Page | 'script' | 'css' | undefined {
  if (path === '/chat-page/page.js') return 'script';
  if (path === '/chat-page/page.css') return 'css';
  if (path === '/chat-page/frame') return 'frame';
  return /^\/(chat|preview)\/[^/]+$/.exec(path)?.[1] as 'chat' | 'preview' | undefined;
}

type Program = { script: string; css: string };

/** Lazily, on the first request, so that server startup does not wait for esbuild. */
async function bundle(): Promise<Program> {
  const [{ build }, { getCountries, getCountryCallingCode }] = await Promise.all([
    import('esbuild'),
    import('libphonenumber-js/min'),
  ]);
  const callingCodes = Object.fromEntries(getCountries().map((code) => [code, getCountryCallingCode(code)]));
  const { outputFiles } = await build({
    entryPoints: ['main.ts', 'chat-page.css'].map((name) =>
      fileURLToPath(new URL(`../chat-page/${name}`, import.meta.url)),
    ),
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    charset: 'utf8',
    // Inlined, because libphonenumber-js is many times larger than the rest of the page.
    define: { CALLING_CODES: JSON.stringify(callingCodes) },
  });
  const toText = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: toText('.js'), css: toText('.css') };
}

function documentResponse(page: Page): RawResponse {
  const nonce = randomBytes(16).toString('base64');
  return pageResponse('text/html; charset=utf-8', renderHtml(nonce), [
    ['Content-Security-Policy', contentPolicy(page, nonce)],
    // Third-party sites that a bot embeds or links to must not see which chat the visitor is in.
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    // If a bot's script opens the page that asks for a token, it must not get a handle on that window.
    ...(page === 'preview' ? [['Cross-Origin-Opener-Policy', 'same-origin'] satisfies [string, string]] : []),
  ]);
}

/**
 * A bot's texts, images and frames can come from anywhere, and none of them is ever used as markup.
 *
 * Its scripts are trusted: Code, Set variable and Chatwoot blocks that run on the client arrive as source
 * text, which requires 'unsafe-eval'. They in turn load widget scripts, and payment inputs load Stripe.js.
 * 'strict-dynamic' lets running scripts load others, but blocks scripts in injected markup. The preview page,
 * which holds a token, runs no bot scripts.
 */
function contentPolicy(page: Page, nonce: string): string {
  const own = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "style-src 'self'"];
  if (page === 'preview') {
    return [
      ...own,
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "frame-src 'self'",
      'img-src data:',
      "frame-ancestors 'none'",
    ].join('; ');
  }
  return [
    ...own,
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
    // For HTTP requests made by the client on the bot's behalf, and for uploads to presigned URLs.
    'connect-src http: https: wss:',
    'img-src http: https: data: blob:',
    'media-src http: https: data: blob:',
    'font-src http: https: data:',
    'frame-src http: https:',
    // For voice messages.
    'worker-src blob:',
    `frame-ancestors ${page === 'frame' ? "'self'" : "'none'"}`,
  ].join('; ');
}

function renderHtml(nonce: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Chat</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/chat-page/page.css">
    <script nonce="${nonce}" src="/chat-page/page.js" defer></script>
  </head>
  <body>
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`;
}
