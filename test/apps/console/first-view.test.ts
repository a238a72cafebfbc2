import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildSites } from '#apps/sites/build-sites.ts';
import { BOT_TEMPLATES } from '#apps/templates/bot-templates.ts';

const MAX_FIRST_VIEW_BYTES = 100_000;
const MAX_EDITOR_BYTES = 120_000;
const MAX_CHECK_BYTES = 25_000;
const MAX_CODE_EDITOR_BYTES = 102_000;
const MAX_GALLERY_BYTES = 8_000;

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

describe('the templates of new bots', () => {
  /** Begins the text of one of them. */
  const TEXT = 'Good morning at the Mill Bakery';

  it('are loaded when one is chosen, and their pictures with the dialog', async () => {
    const { files } = await buildSites();
    const scripts = files.filter(({ site, path }) => site === 'console' && path.endsWith('.js'));
    const find = (text: string) => scripts.filter(({ body }) => body.includes(text));
    expect(find(TEXT).map(({ path }) => path)).toEqual([expect.stringMatching(/^\/_assets\/order-\w+\.js$/)]);
    const galleries = find(encodeURIComponent(TEXT));
    expect(galleries.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/_assets\/template-gallery-\w+\.js$/),
    ]);
    const code = galleries[0]?.body.toString() ?? '';
    expect(code.match(/data:image\/svg\+xml,/g)).toHaveLength(BOT_TEMPLATES.length);
    expect(gzipSync(code).length).toBeLessThanOrEqual(MAX_GALLERY_BYTES);
  });
});

describe('the editors of the console, of flow, theme and settings', () => {
  /** A text of the forms of each. */
  const FORMS = ['Save the answer in', 'Avatar of the respondent'];

  it('add at most 120 KB compressed to the first view, and leave the library of their descriptions out', async () => {
    const { files } = await buildSites();
    const scripts = new Map(
      files.flatMap(({ site, path, body }) => (site === 'console' ? [[path, body.toString()] as const] : [])),
    );
    const html = scripts.get('/index.html') ?? '';
    const first = new Set([...html.matchAll(/(?:src|href)="(\/_assets\/[^"]+)"/g)].map(([, path]) => path));
    const editors = FORMS.map((text) => [...scripts].find(([, code]) => code.includes(text))?.[0] ?? '');
    expect(new Set(editors).size).toBe(FORMS.length);
    const needed = new Set(editors);
    for (const path of needed) {
      for (const [, chunk = ''] of (scripts.get(path) ?? '').matchAll(
        /(?:from|import)"(\/_assets\/[^"]+\.js)"/g,
      )) {
        if (!first.has(chunk)) needed.add(chunk);
      }
    }
    const code = [...needed].map((path) => scripts.get(path) ?? '');
    // It is in a chunk that both share.
    expect(code.some((text) => text.includes('Convert and edit'))).toBe(true);
    expect(code.filter((text) => /_zod|ZodError/.test(text))).toEqual([]);
    expect(code.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThanOrEqual(MAX_EDITOR_BYTES);

    // The check is loaded after them.
    const checks = [...scripts].filter(([, text]) => text.includes('so nothing is shown; enter one'));
    expect(checks).toHaveLength(1);
    for (const [path, text] of checks) {
      expect(needed.has(path)).toBe(false);
      expect(text).not.toMatch(/_zod|ZodError/);
      expect(gzipSync(text).length).toBeLessThanOrEqual(MAX_CHECK_BYTES);
    }
  });
});

describe('the editor of code', () => {
  /** A text of each language's parser. */
  const PARSERS = {
    css: 'PseudoClassSelector',
    html: 'SelfClosingTag',
    javascript: 'ArrowFunction',
    json: 'JsonText',
  };

  it('is loaded apart from the forms, and each language apart from it', async () => {
    const { files } = await buildSites();
    const scripts = new Map(
      files.flatMap(({ site, path, body }) => (site === 'console' ? [[path, body.toString()] as const] : [])),
    );
    /** Returns what is loaded with a chunk, with itself. */
    const collect = (name: string): string[] => {
      const needed = new Set([...scripts.keys()].filter((path) => path.startsWith(`/_assets/${name}`)));
      for (const path of needed) {
        for (const [, chunk = ''] of (scripts.get(path) ?? '').matchAll(
          /(?:from|import)"(\/_assets\/[^"]+\.js)"/g,
        )) {
          needed.add(chunk);
        }
      }
      return [...needed].map((path) => scripts.get(path) ?? '');
    };
    const has = (chunks: string[], text: string) => chunks.some((code) => code.includes(text));

    const editor = collect('code-editor-');
    expect(has(editor, 'cm-lineNumbers')).toBe(true);
    expect(editor.reduce((sum, code) => sum + gzipSync(code).length, 0)).toBeLessThanOrEqual(
      MAX_CODE_EDITOR_BYTES,
    );
    for (const [language, text] of Object.entries(PARSERS)) {
      expect(has(editor, text), language).toBe(false);
      expect(has(collect(`${language}-language-`), text), language).toBe(true);
    }
    for (const page of ['main-', 'edit-panel-', 'look-page-']) {
      const needed = collect(page);
      expect(needed.length, page).toBeGreaterThan(0);
      expect(has(needed, 'cm-lineNumbers'), page).toBe(false);
    }
  });
});
