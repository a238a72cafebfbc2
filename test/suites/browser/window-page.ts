import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * A website that opens a bot's window, without a service: the website and the chat API are answered by the test.
 * The page collects what the window calls in `calls`, and keeps the window in `opened`.
 */

export const SITE = 'https://shop.example';

let script: Promise<string> | undefined;

/** Bundles the window alone. */
async function bundleWindow(): Promise<string> {
  const module = fileURLToPath(new URL('../../../apps/window/bot-window.tsx', import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: `import { openBotWindow } from ${JSON.stringify(module)}; window.openBotWindow = openBotWindow;`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'text' },
  });
  return outputFiles[0]?.text ?? '';
}

/** A response of startChat. */
export function startedChat(more: JsonObject = {}): JsonObject {
  const {
    theme = {},
    settings = {},
    version = '6.1',
    publishedAt = '2026-01-01T00:00:00.000Z',
    ...turn
  } = more;
  return {
    sessionId: 'session-1',
    resultId: 'result-1',
    bot: {
      id: 'bot-1',
      version,
      theme,
      settings: { typingEmulation: { enabled: false }, ...(settings as JsonObject) },
      publishedAt,
    },
    ...turnOf('What is your name?'),
    ...turn,
  };
}

/** A turn with a text and a text input, as in most chats. */
export function turnOf(text: string, more: JsonObject = {}): JsonObject {
  return {
    messages: [bubble(text, text)],
    input: { id: 'name', type: 'text input', options: {} },
    ...more,
  };
}

export function bubble(id: string, text: string): JsonObject {
  return { id, type: 'text', content: { richText: [{ type: 'p', children: [{ text }] }] } };
}

export type WindowPage = {
  page: Page;
  /** Requests to the chat API, in order. */
  requests: { path: string; body: JsonObject }[];
  /** Requests to anything but the website. */
  elsewhere: string[];
  /** Responses to the coming requests, by the end of their path. The last one is repeated. */
  responses: Record<string, (JsonObject | number)[]>;
  open(options?: JsonObject): Promise<void>;
  calls(): Promise<unknown[][]>;
};

type PageOptions = BrowserContextOptions & { head?: string; body?: string };

/** Opens the website. The window is not opened yet. */
export async function openWebsite(browser: Browser, options: PageOptions = {}): Promise<WindowPage> {
  const { head = '', body = '<div id="bot" style="height:100vh"></div>', ...contextOptions } = options;
  const context = await browser.newContext({ reducedMotion: 'reduce', ...contextOptions });
  const page = await context.newPage();
  script ??= bundleWindow();
  const html = `<!doctype html><html lang="en"><head><title>Shop</title><style>body{margin:0}</style>${head}</head><body>${body}<script>${(await script).replaceAll('</script', '<\\/script')}</script></body></html>`;
  const site: WindowPage = {
    page,
    requests: [],
    elsewhere: [],
    responses: { startChat: [startedChat()], continueChat: [{ messages: [] }], clientLogs: [{}] },
    async open(given = {}) {
      await page.evaluate(`(${openInPage})(${JSON.stringify(given)})`);
    },
    calls: () => page.evaluate('window.calls'),
  };
  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.origin !== SITE) {
      site.elsewhere.push(url.href);
      return await route.abort();
    }
    if (!url.pathname.startsWith('/v1/'))
      return await route.fulfill({ contentType: 'text/html', body: html });
    site.requests.push({ path: url.pathname, body: parseBody(request) });
    const queue = site.responses[url.pathname.split('/').at(-1) ?? ''] ?? [];
    const response = (queue.length > 1 ? queue.shift() : queue[0]) ?? 404;
    const isError = typeof response === 'number';
    await route.fulfill({
      status: isError ? response : 200,
      contentType: 'application/json',
      body: JSON.stringify(isError ? { code: 'X', message: `Refused with ${response}` } : response),
    });
  });
  await page.goto(SITE);
  return site;
}

function parseBody(request: Request): JsonObject {
  return (request.postDataJSON() ?? {}) as JsonObject;
}

/** Runs in the page. Strings name elements, because only JSON reaches the page. */
const openInPage = `(options) => {
  const host = document.querySelector('#bot');
  window.calls = [];
  const names = ['onInit', 'onNewInputBlock', 'onAnswer', 'onEnd', 'onNewLogs', 'onChatStatePersisted', 'onScriptExecutionSuccess'];
  const callbacks = Object.fromEntries(names.map((name) => [name, (...args) => window.calls.push([name, ...args])]));
  const { progressBar, ...rest } = options;
  window.opened = window.openBotWindow(host.shadowRoot ?? host.attachShadow({ mode: 'open' }), {
    bot: 'shop-hello', apiHost: '', isFocusedAtStart: true, ...callbacks, ...rest,
    ...(progressBar && { progressBarRef: document.querySelector(progressBar) }),
  });
}`;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings of axe-core. */
export async function findBarriers(page: Page, { isContrastChecked = true } = {}): Promise<string[]> {
  await page.evaluate(axe);
  const rules = isContrastChecked ? {} : { 'color-contrast': { enabled: false } };
  const { violations } = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], rules: ${JSON.stringify(rules)} })`,
  )) as { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`),
    );
}
