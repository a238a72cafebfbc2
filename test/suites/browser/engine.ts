import type { Browser, BrowserContext } from 'playwright-core';
import { hasFirefox, launchFirefox } from '#test/suites/browser/firefox/firefox.ts';
import { hasWebKit, launchWebKit } from '#test/suites/browser/webkit/webkit.ts';
import { hasChromium, launchChromium } from './chromium.ts';

/*
 * The suites of the window, the embed, the inputs and the console run in three engines, with the same files: the
 * projects `chromium`, `firefox` and `webkit` of vitest.config.ts set ENGINE.
 */

const ENGINES = {
  chromium: { has: hasChromium, launch: launchChromium, absent: 'there is no Chromium (CHROMIUM names one)' },
  firefox: { has: hasFirefox, launch: launchFirefox, absent: 'there is no Firefox (FIREFOX names one)' },
  webkit: {
    has: hasWebKit,
    launch: launchWebKit,
    absent: 'there is no WebKitGTK with its MiniBrowser (MINIBROWSER names one), or no Xvfb',
  },
};

export type Engine = keyof typeof ENGINES;

/** The engine that this run tests. */
export const ENGINE = (process.env.ENGINE ?? 'chromium') as Engine;

export const hasBrowser = ENGINES[ENGINE].has;

/** What the tests cannot do with an engine, and why. A test that needs it is skipped there. */
const CANNOT = {
  chromium: {},
  firefox: {
    swipe: 'only Chromium has a protocol for fingers',
    'show scroll bars': 'only Chromium can be told how scroll bars look',
    download: 'Playwright does not hear of them over WebDriver BiDi',
  },
  webkit: {
    swipe: 'only Chromium has a protocol for fingers',
    'show scroll bars': 'only Chromium can be told how scroll bars look',
    'open a second tab': 'its inspector shows one page',
    download: 'its inspector tells nothing about downloads',
    'respond in a charset': 'its inspector drops the charset of a response that a test makes up',
    'lose the second request in a row':
      'a request that is aborted after another was let through often never ends there (not yet understood)',
    record: 'its recorder does not always start on a machine without a microphone',
  },
} satisfies Record<Engine, Record<string, string>>;

/** Whether the tests can do something with the engine of this run. */
export function can(ability: keyof typeof CANNOT.firefox | keyof typeof CANNOT.webkit): boolean {
  return !(ability in CANNOT[ENGINE]);
}

/** Variants to test, such as looks: each in Chromium, the first ones elsewhere, where a browser takes longer for each. */
export function pickVariants<T>(variants: readonly T[], count = 1): readonly T[] {
  return ENGINE === 'chromium' ? variants : variants.slice(0, count);
}

/** Says on the terminal what is not tested. */
export function noticeAbsence(what: string): void {
  if (!hasBrowser) process.stderr.write(`Skipped: ${what}, because ${ENGINES[ENGINE].absent}.\n`);
}

/** @param options.isWhole Chromium with everything that its headless shell lacks */
export function launchBrowser(options: { isWhole?: boolean } = {}): Promise<Browser> {
  return ENGINES[ENGINE].launch(options);
}

/**
 * Refuses what real bots load from other hosts. Not in WebKit: where its inspector looks at every request, the page sends
 * no more once it has aborted one, as the console does when it loads anew.
 */
export async function blockOtherHosts(context: BrowserContext): Promise<void> {
  if (ENGINE === 'webkit') return;
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.hostname !== '127.0.0.1',
    (route) => route.abort(),
  );
}
