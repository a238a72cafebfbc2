import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's Chromium, unless CHROMIUM names another binary. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const hasChromium = existsSync(executablePath);

/**
 * Launches Chromium headless, without a GPU and without its background requests.
 *
 * @param options.hasScrollbars scroll bars take space, as on most desktops
 * @param options.localDomain names at and below it are this machine, and as trustworthy as with HTTPS
 * @param options.localHosts names that lead to this machine
 */
export function launchChromium({
  hasScrollbars = false,
  localDomain,
  localHosts = [],
}: {
  hasScrollbars?: boolean;
  localDomain?: string;
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
      ...(localDomain === undefined
        ? []
        : [
            `--host-resolver-rules=MAP ${localDomain} 127.0.0.1, MAP *.${localDomain} 127.0.0.1`,
            `--unsafely-treat-insecure-origin-as-secure=*.${localDomain}`,
          ]),
      ...localHosts.map((host) => `--host-resolver-rules=MAP ${host} 127.0.0.1`),
    ],
  });
}
