import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSites } from '#apps/sites/build-sites.ts';
import { findPackages, writeLicenses } from '#apps/sites/package-licenses.ts';
import { SHORT } from '#apps/sites/site-cache.ts';
import type { SiteFile } from '#apps/sites/site-file.ts';

const PATH = '/_assets/licenses.html';

describe('the licences of code in the sites', () => {
  let files: readonly SiteFile[] = [];

  beforeAll(async () => {
    files = (await buildSites()).files;
  });

  const getText = (site: string): string => {
    const page = files.find((file) => file.site === site && file.path === PATH)?.body.toString() ?? '';
    return page.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  };

  it.each([
    ['console', ['preact', '@preact/signals', '@codemirror/view', 'uplot', 'wouter-preact', 'p-limit']],
    ['bots', ['preact', '@zag-js/combobox', 'libphonenumber-js', 'embla-carousel']],
  ])('are in a file of the site %s, with version and text', (site, names) => {
    const text = getText(site);
    for (const name of names) {
      const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
      expect(text).toContain(`\n${name} ${version} (${license})\n`);
    }
    expect(text).toContain(readFileSync('node_modules/preact/LICENSE', 'utf8').trim());
    expect(text).not.toMatch(/GNU|\bA?GPL/);
  });

  it('leave out packages that only the other site contains, and this project', () => {
    expect(getText('bots')).not.toContain('\nuplot ');
    expect(getText('console')).not.toContain('\nembla-carousel ');
    expect(getText('console')).not.toContain('bot-management-service');
  });

  it('name the holder where the package itself comes without a file', () => {
    expect(getText('bots')).toMatch(
      /\nembla-carousel [\d.]+ \(MIT\)\n\n.*\n\nCopyright \(c\) 2020 David Cetinkaya\n\nPermission is hereby granted/,
    );
  });

  it('are named by every script', () => {
    for (const { path, body } of files) {
      if (path.endsWith('.js')) expect(body.toString().split('\n')[0]).toBe(`/*! Licenses: ${PATH} */`);
    }
  });

  it('are not cached for good, because their name has no hash', () => {
    const found = files.filter(({ path }) => path === PATH);
    expect(found.map(({ site, cacheControl, contentType }) => [site, cacheControl, contentType])).toEqual([
      ['console', SHORT, 'text/html; charset=utf-8'],
      ['bots', SHORT, 'text/html; charset=utf-8'],
    ]);
  });
});

/** Returns esbuild's description of bundles with code of one package. */
function createPackage(contents: Record<string, string>, bytesInOutput = 1): Metafile {
  const folder = mkdtempSync(join(tmpdir(), 'licenses-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, 'node_modules/@some/thing');
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const inputs = { [`${root}/dist/index.js`.slice(1)]: { bytesInOutput } };
  return { inputs: {}, outputs: { 'main.js': { inputs, imports: [], exports: [], bytes: 1 } } };
}

const manifest = (license: unknown) => JSON.stringify({ name: '@some/thing', version: '1.2.3', license });

describe('a package', () => {
  it.each(['LICENSE', 'license.md', 'Licence', 'COPYING', 'LICENSE-MIT'])(
    'may call its licence %s',
    async (name) => {
      const bundled = createPackage({ 'package.json': manifest('MIT'), [name]: 'You may.' });
      expect(await writeLicenses([bundled])).toMatch(/\n@some\/thing 1\.2\.3 \(MIT\)\n\nYou may\.\n$/);
    },
  );

  it('without a licence text fails the build', async () => {
    const bundled = createPackage({ 'package.json': manifest('MIT'), 'readme.md': 'MIT' });
    await expect(writeLicenses([bundled])).rejects.toThrow('@some/thing has no licence file');
  });

  it.each(['GPL-3.0', 'MPL-2.0', '(MIT OR GPL-3.0)', undefined])(
    'with the licence %s fails the build',
    async (license) => {
      const bundled = createPackage({ 'package.json': manifest(license), LICENSE: 'Text' });
      await expect(writeLicenses([bundled])).rejects.toThrow('which is not known to be permissive');
    },
  );

  it('of which the bundler has kept nothing is not listed', () => {
    expect(findPackages(createPackage({ 'package.json': manifest('GPL-3.0') }, 0))).toEqual([]);
  });
});
