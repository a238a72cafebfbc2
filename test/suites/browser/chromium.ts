import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, unless CHROMIUM names another binary. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const hasChromium = existsSync(executablePath);

/**
 * Launches Chromium headless, without a GPU and without its background requests.
 *
 * @param options.hasScrollbars scroll bars take space, as on most desktops
 */
export function launchChromium({ hasScrollbars = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath,
    ...(hasScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
