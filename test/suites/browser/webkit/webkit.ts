import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConnectOverCDPTransport,
  type Page,
  type Route,
  webkit,
} from 'playwright-core';
import { interceptFileChoosers } from './file-chooser.ts';
import { MINI_BROWSER, startMiniBrowser } from './mini-browser.ts';
import { useRealInput } from './real-input.ts';
import { startXDisplay, type XDisplay } from './x-display.ts';

export const hasWebKit =
  MINI_BROWSER !== undefined &&
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/Xvfb`));

const DEFAULT_SIZE = { width: 1280, height: 720 };

/**
 * WebKitGTK on a screen of its own. Playwright speaks with it through its inspector, which knows nothing of keyboard and
 * mouse: those are the ones of the screen. Each context is a browser of its own, with one page.
 */
export async function launchWebKit(): Promise<Browser> {
  const display = await startXDisplay();
  const contexts = new Set<BrowserContext>();
  const newContext: Browser['newContext'] = async (options) => {
    const context = await openContext(display, options, () => contexts.delete(context));
    contexts.add(context);
    return context;
  };
  const browser: Pick<Browser, 'newContext' | 'newPage' | 'close'> = {
    newContext,
    newPage: async (options) => await (await newContext(options)).newPage(),
    async close() {
      for (const context of contexts) await context.close();
      await display.stop();
    },
  };
  return browser as Browser;
}

async function openContext(
  display: XDisplay,
  { viewport, colorScheme, reducedMotion }: BrowserContextOptions = {},
  whenClosed: () => void,
): Promise<BrowserContext> {
  const { inspector, window, stop } = await startMiniBrowser(display);
  const browser = await webkit.connectOverCDP(inspector as ConnectOverCDPTransport);
  const [context] = browser.contexts();
  const [page] = context?.pages() ?? [];
  if (!context || !page) throw new Error('WebKit has opened no page');
  await page.emulateMedia({
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
  });
  const toolbarHeight = await fitWindow(page, display, window, viewport ?? DEFAULT_SIZE);
  useRealInput(page, display, toolbarHeight);
  await interceptFileChoosers(page);
  let pages = 0;
  const close = async () => {
    whenClosed();
    await browser.close();
    await stop();
  };
  return Object.assign(context, {
    async newPage() {
      pages += 1;
      if (pages > 1) throw new Error('A context of this WebKit has one page only');
      return Object.assign(page, { close });
    },
    async setOffline(isOffline: boolean) {
      if (isOffline) await context.route(EVERYTHING, refuse);
      else await context.unroute(EVERYTHING, refuse);
    },
    close,
  });
}

const EVERYTHING = '**/*';
const refuse = (route: Route) => route.abort('internetdisconnected');

/** Makes the page as large as it shall be, and returns how much the browser has above it. */
async function fitWindow(
  page: Page,
  display: XDisplay,
  window: number,
  { width, height }: { width: number; height: number },
): Promise<number> {
  display.focus(window);
  const inner = () => page.evaluate<[number, number]>('[innerWidth, innerHeight]');
  let toolbarHeight = 0;
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const [[innerWidth, innerHeight], outer] = [await inner(), await display.sizeOf(window)];
    if (innerWidth === width && innerHeight === height) return toolbarHeight;
    if (attempts % 20 === 0) {
      toolbarHeight = outer.height - innerHeight;
      display.place(window, { width, height: height + toolbarHeight });
    }
    await page.waitForTimeout(20);
  }
  throw new Error(`WebKit's page is ${await inner()} instead of ${width} × ${height}`);
}
