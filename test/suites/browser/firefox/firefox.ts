import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, firefox } from 'playwright-core';
import { findBidi } from './bidi-session.ts';
import { moveNoticesToConsole } from './notices.ts';
import { attachRequestBodies, collectRequestBodies } from './request-bodies.ts';

/** Debian's Firefox, unless FIREFOX names another binary. */
const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

export const hasFirefox = existsSync(executablePath);

/** What a page asks for with media queries. Firefox takes it from its settings, not for each context. */
type Media = Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion'>;

/** A browser that starts a Firefox for each combination of media. */
export async function launchFirefox(): Promise<Browser> {
  const started = new Map<string, Promise<Browser>>();
  const startOnce = ({ colorScheme = null, reducedMotion = null }: Media) => {
    const key = `${colorScheme} ${reducedMotion}`;
    const browser = started.get(key) ?? startFirefox({ colorScheme, reducedMotion });
    started.set(key, browser);
    return browser;
  };
  const newContext: Browser['newContext'] = async ({ permissions: _, ...options } = {}) => {
    const context = await (await startOnce(options)).newContext(options);
    context.on('page', attachRequestBodies);
    return context;
  };
  const browser: Pick<Browser, 'newContext' | 'newPage' | 'close'> = {
    newContext,
    async newPage(options) {
      const context = await newContext(options);
      const page = await context.newPage();
      return Object.assign(page, { close: () => context.close() });
    },
    async close() {
      for (const each of started.values()) await (await each).close();
    },
  };
  return browser as Browser;
}

/** Starts Firefox as it was released, and speaks WebDriver BiDi with it: no driver program is needed. */
async function startFirefox({ colorScheme, reducedMotion }: Media): Promise<Browser> {
  const browser = await firefox.launch({
    executablePath,
    channel: 'moz-firefox',
    firefoxUserPrefs: {
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
      // As on phones, where scroll bars take no room.
      'ui.useOverlayScrollbars': 1,
    },
  });
  ignoreMediaOverrides(browser);
  moveNoticesToConsole(browser);
  await collectRequestBodies(browser);
  return browser;
}

let areIgnored = false;

/** Leaves out a command that this Firefox does not know yet. */
function ignoreMediaOverrides(browser: Browser): void {
  if (areIgnored) return;
  areIgnored = true;
  const { common } = findBidi(browser);
  const { send } = common;
  common.send = function (method, params) {
    if (method === 'emulation.setMediaFeaturesOverride') return Promise.resolve({});
    return send.call(this, method, params);
  };
}
