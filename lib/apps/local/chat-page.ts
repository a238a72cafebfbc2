import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Gateway } from './gateway.ts';
import type { GatewayAnswer } from './gateway-request.ts';
import { pageAnswer } from './page-answer.ts';

/*
 * `/chat/{publicId}` is a page to talk to a published bot, `/preview/{botId}` one to talk to its draft. Both
 * exist only on the chat address of the local server, and are not deployed.
 */

/** The gateway with the pages in front of it. */
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
        if (page === 'script') return pageAnswer('text/javascript; charset=utf-8', script);
        if (page === 'css') return pageAnswer('text/css; charset=utf-8', css);
        return documentAnswer(page);
      } catch (error) {
        program = undefined;
        const hint = 'The chat page is bundled with the package esbuild (npm ci).';
        return { ...pageAnswer('text/plain; charset=utf-8', `${hint} ${String(error)}`), status: 500 };
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

/** On the first request, so that nobody else waits for it. */
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
    // Only the numbers, because the library behind them is many times larger than the page.
    define: { CALLING_CODES: JSON.stringify(callingCodes) },
  });
  const toText = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: toText('.js'), css: toText('.css') };
}

function documentAnswer(page: Page): GatewayAnswer {
  const nonce = randomBytes(16).toString('base64');
  return pageAnswer('text/html; charset=utf-8', renderHtml(nonce), [
    ['Content-Security-Policy', contentPolicy(page, nonce)],
    // Other sites whose content a bot shows need not know who looks at it.
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    // If a bot's script opens the page that asks for a token, it must not get hold of its window.
    ...(page === 'preview' ? [['Cross-Origin-Opener-Policy', 'same-origin'] satisfies [string, string]] : []),
  ]);
}

/**
 * A bot's texts, pictures and frames come from its author and from anywhere. They are never used as markup.
 *
 * Its scripts are part of it: Code, Set variable and Chatwoot blocks that run in the client arrive as text,
 * and only 'unsafe-eval' lets a page run text. They load scripts of widgets in turn, and payments need
 * Stripe's. 'strict-dynamic' allows that to scripts that already run, and not to markup that got into the
 * page. The page that holds a token runs none of them.
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
    // For requests that a bot has the client make, and for files that are uploaded to a storage.
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
