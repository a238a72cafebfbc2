import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's packages. The headless shell is the same engine without the browser around it, and needs half of the CPU. */
const PACKAGED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Chromium, unless CHROMIUM names another binary. */
const executablePath = process.env.CHROMIUM ?? PACKAGED.find((path) => existsSync(path));

/** The browser that people use, where it differs from the headless shell: access to storage, and trust in origins. */
const wholePath = process.env.CHROMIUM ?? PACKAGED.findLast((path) => existsSync(path));

export const hasChromium = executablePath !== undefined && existsSync(executablePath);

/**
 * Launches Chromium headless, without a GPU and without its background requests.
 *
 * @param options.isWhole with everything that the headless shell lacks
 * @param options.hasScrollbars scroll bars take space, as on most desktops
 * @param options.localDomain names at and below it are this machine, and as trustworthy as with HTTPS
 * @param options.localHosts names that lead to this machine
 */
export function launchChromium({
  isWhole = false,
  hasScrollbars = false,
  localDomain,
  localHosts = [],
}: {
  isWhole?: boolean;
  hasScrollbars?: boolean;
  localDomain?: string;
  localHosts?: string[];
} = {}): Promise<Browser> {
  const browserPath = isWhole || localDomain !== undefined ? wholePath : executablePath;
  return chromium.launch({
    ...(browserPath !== undefined && { executablePath: browserPath }),
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
