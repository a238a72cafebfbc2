import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Client } from '#apps/client/client.ts';
import type { LocalService } from '#apps/local/local-service.ts';
import { blockOtherHosts, launchBrowser } from './engine.ts';
import { startSeededService } from './seeded-service.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** Views in which every page has to be accessible. */
export const VIEWS = [
  { size: PHONE, scheme: 'light' },
  { size: PHONE, scheme: 'dark' },
  { size: DESKTOP, scheme: 'light' },
  { size: DESKTOP, scheme: 'dark' },
] as const;

export type View = {
  size?: typeof PHONE;
  scheme?: 'light' | 'dark';
  /** Whether it is a device that is touched. In Chromium only. */
  isTouched?: boolean;
};

/** A local service with a workspace, and a browser for its console. */
export type ConsoleUnderTest = {
  service: LocalService;
  client: Client;
  token: string;
  workspaceId: string;
  /** Opens a tab without a token. Its uncaught errors and refused resources are in `problems`. */
  newPage(view?: View): Promise<{ page: Page; context: BrowserContext; problems: string[] }>;
  /** Opens a page of the console, signed in as an administrator. */
  open(address: string, view?: View): Promise<{ page: Page; context: BrowserContext; problems: string[] }>;
  /** Opens a page of the console, signed in with a new token of a viewer. */
  openAsViewer(address: string): Promise<{ page: Page; context: BrowserContext; tokenId: string }>;
  stop(): Promise<void>;
};

export async function startConsole(): Promise<ConsoleUnderTest> {
  const {
    service,
    seeded: { token, workspaceId },
    client,
    stop,
  } = await startSeededService();
  const browser: Browser = await launchBrowser();

  const newPage: ConsoleUnderTest['newPage'] = async (view = {}) => {
    const { size = DESKTOP, scheme = 'light', isTouched = false } = view;
    const context = await browser.newContext({
      viewport: size,
      ...(isTouched && { hasTouch: true, isMobile: true }),
      colorScheme: scheme,
      reducedMotion: 'reduce',
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await blockOtherHosts(context);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) problems.push(message.text());
    });
    return { page, context, problems };
  };

  return {
    service,
    client,
    token,
    workspaceId,
    newPage,
    async open(address, view) {
      const opened = await newPage(view);
      await opened.page.goto(`${service.baseUrl}${address}#token=${token}`);
      return opened;
    },
    async openAsViewer(address) {
      const { token: viewer } = await client.createToken({
        params: { workspaceId },
        body: { name: 'Viewer', role: 'viewer' },
      });
      const { page, context } = await newPage();
      await page.goto(`${service.baseUrl}${address}#token=${viewer.token}`);
      return { page, context, tokenId: viewer.id };
    },
    async stop() {
      await browser.close();
      await stop();
    },
  };
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Returns what axe-core finds serious or worse, as lines to read. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Not as an element of the page, whose content security policy would refuse it.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    );
}
