import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildSites } from '#apps/sites/build-sites.ts';

const MAX_FIRST_VIEW_BYTES = 100_000;

describe('the first view of the console', () => {
  it('is at most 100 KB compressed, without the pages that are opened later', async () => {
    const { files } = await buildSites();
    const ofConsole = files.filter(({ site }) => site === 'console');
    const index = ofConsole.find(({ path }) => path === '/index.html');
    const html = index?.body.toString() ?? '';
    const linked = [...html.matchAll(/(?:src|href)="(\/_assets\/[^"]+)"/g)].map(([, path]) => path);
    const first = ofConsole.filter(({ path }) => path === '/index.html' || linked.includes(path));
    expect(first.length).toBe(linked.length + 1);
    expect(linked.length).toBeGreaterThan(1);

    const size = first.reduce((sum, { body }) => sum + gzipSync(body).length, 0);
    expect(size).toBeLessThanOrEqual(MAX_FIRST_VIEW_BYTES);
    expect(first.length).toBeLessThan(ofConsole.length);
  });

  it('needs no inline script and no eval, which its policy refuses', async () => {
    const { files } = await buildSites();
    for (const { site, path, body } of files) {
      if (site !== 'console') continue;
      if (path.endsWith('.js')) expect(body.toString()).not.toMatch(/\beval\(|new Function\b/);
      if (path.endsWith('.html')) expect(body.toString()).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=/);
    }
  });
});
