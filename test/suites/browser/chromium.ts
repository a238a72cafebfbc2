import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, unless CHROMIUM names another binary. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const hasChromium = existsSync(executablePath);

/**
 * Launches Chromium headless, without a GPU and without its background requests.
 *
 * @param options.hasScrollbars scroll bars take space, as on most desktops
 * @param options.localHosts names that lead to this machine
 */
export function launchChromium({
  hasScrollbars = false,
  localHosts = [],
}: {
  hasScrollbars?: boolean;
  localHosts?: string[];
} = {}): Promise<Browser> {
  return chromium.launch({
    executablePath,
    ...(hasScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...localHosts.map((host) => `--host-resolver-rules=MAP ${host} 127.0.0.1`),
    ],
  });
}
