import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium. CHROMIUM names another one. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const hasChromium = existsSync(executablePath);

/** Launches Chromium without a display, without a graphics card and without calls to its maker. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
