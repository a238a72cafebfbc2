import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildSites } from '#apps/sites/build-sites.ts';

const MAX_FIRST_VIEW_BYTES = 100_000;
const MAX_EDITOR_BYTES = 120_000;

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

describe('the editor of the console', () => {
  it('adds at most 120 KB compressed to the first view, and leaves the library of its descriptions out', async () => {
    const { files } = await buildSites();
    const scripts = new Map(
      files.flatMap(({ site, path, body }) => (site === 'console' ? [[path, body.toString()] as const] : [])),
    );
    const html = scripts.get('/index.html') ?? '';
    const first = new Set([...html.matchAll(/(?:src|href)="(\/_assets\/[^"]+)"/g)].map(([, path]) => path));
    const editor = [...scripts].find(([, code]) => code.includes('"Convert and edit"'))?.[0] ?? '';
    const needed = new Set([editor]);
    for (const path of needed) {
      for (const [, name] of (scripts.get(path) ?? '').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) {
        if (!first.has(`/_assets/${name}`)) needed.add(`/_assets/${name}`);
      }
    }
    const code = [...needed].map((path) => scripts.get(path) ?? '');
    expect(code.join('')).toContain('Save the answer in');
    expect(code.join('')).not.toMatch(/_zod|ZodError/);
    expect(code.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThanOrEqual(MAX_EDITOR_BYTES);
  });
});
