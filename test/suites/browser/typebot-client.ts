import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { runProgram } from '#test/support/run-program.ts';
import type { Website } from './website.ts';

/** Package of Typebot's web client. Its published versions are fetched when a test runs. */
export const CLIENT_PACKAGE = '@typebot.io/js';

/** Fetches versions of the client into a folder. Returns false if that is not possible. */
export async function fetchClients(versions: readonly string[], folder: string): Promise<boolean> {
  const names = versions.map((version) => `${CLIENT_PACKAGE}@${version}`);
  const options = ['--silent', '--fetch-retries=1', '--fetch-timeout=20000', '--pack-destination', folder];
  const { exitCode } = await runProgram('npm', ['pack', ...options, ...names], { capture: true });
  return exitCode === 0;
}

/** Serves a version of the client in all pages of a website to one browser page. */
export async function serveClient(
  page: Page,
  website: Website,
  { folder, version }: { folder: string; version: string },
): Promise<void> {
  const body = await readClient(version, folder);
  // Fonts, which the tests do without.
  await page.route(/^https:/, (route) => route.abort());
  await page.route(`${website.origin}/web.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body }),
  );
}

/** Serves a page that shows a bot with the client, and returns its URL. */
export function serveClientPage(
  website: Website,
  urlPath: string,
  options: { typebot: string; apiHost: string },
): string {
  return website.serve(
    urlPath,
    `<typebot-standard style="width:100%;height:600px"></typebot-standard>
<script type="module">import Typebot from '/web.js'; Typebot.initStandard(${JSON.stringify(options)});</script>`,
  );
}

/** Returns the script of a version. */
async function readClient(version: string, folder: string): Promise<string> {
  const archive = path.join(folder, `typebot.io-js-${version}.tgz`);
  const file = 'package/dist/web.js';
  const { exitCode, stderr } = await runProgram('tar', ['-xzf', archive, '-C', folder, file], {
    capture: true,
  });
  if (exitCode !== 0) throw new Error(`The client ${version} cannot be unpacked: ${stderr}`);
  return readFileSync(path.join(folder, file), 'utf8');
}
