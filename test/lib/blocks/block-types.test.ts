import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  renderBlockDescriptions,
  renderBlockLists,
  renderBlockModules,
  renderBlockWords,
} from '#apps/reference/blocks/write-block-lists.ts';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import { BLOCK_TYPES, getBlockType, needsCredentials } from '#lib/blocks/block-types.ts';
import { BLOCK_WORDS } from '#lib/blocks/block-words.ts';
import { getInputType, isInputBlock } from '#lib/blocks/input-types.ts';
import { BLOCK_MODULES } from '#lib/engine/blocks/block-modules.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FAMILIES = { bubbles: 'bubble', inputs: 'input', logic: 'logic', integrations: 'integration' };

const files = Object.entries(FAMILIES).flatMap(([folder, family]) =>
  readdirSync(path.join(ROOT, 'lib/blocks', folder))
    .filter((name) => /^[\w-]+\.ts$/.test(name))
    .map((name) => ({ file: `${folder}/${name}`, family })),
);

describe('the types of blocks', () => {
  it.each([
    ['lib/blocks/block-lists.ts', renderBlockLists],
    ['lib/blocks/block-words.ts', renderBlockWords],
    ['lib/blocks/block-descriptions.ts', renderBlockDescriptions],
    ['lib/engine/blocks/block-modules.ts', renderBlockModules],
  ])('are in %s (run `npm run docs`)', async (file, render) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toBe(await render());
  });

  it.each(files)(
    '$file describes one, of its family, with words, options and a module of the same name',
    async ({ file, family }) => {
      const described: Record<string, { type: string }> = await import(path.join(ROOT, 'lib/blocks', file));
      const [type = ''] = Object.entries(described).flatMap(([name, about]) =>
        name.endsWith('_WORDS') ? [] : about.type,
      );
      expect(getBlockType({ type })).toMatchObject({ type, family });
      expect(BLOCK_WORDS.get(type)?.purpose).toMatch(/^[A-Z].+\.$/);
      expect(BLOCK_DESCRIPTIONS.get(type)?.()).toBeInstanceOf(z.ZodObject);
      const module: Record<string, unknown> = await import(path.join(ROOT, 'lib/engine/blocks', file));
      const found = BLOCK_MODULES.filter((one) => one.type === type);
      expect(found).toMatchObject([{ type, kind: family }]);
      expect(Object.values(module)).toContain(found[0]);
    },
  );

  it('are described once each, and so is the start of old documents', () => {
    expect(BLOCK_TYPES.size).toBe(files.length + 1);
    expect([...BLOCK_TYPES.keys()].filter((type) => !BLOCK_WORDS.has(type))).toStrictEqual(['start']);
  });

  it('have labels of a word or two', () => {
    for (const { label } of BLOCK_TYPES.values()) expect(label).toMatch(/^\S+( \S+)?$/);
  });

  it.each([undefined, null, 7, {}, ['text'], 'constructor', '__proto__', 'Text', ''])(
    'do not include %o',
    (type) => {
      expect(getBlockType({ type })).toBeUndefined();
      expect(getInputType({ type })).toBeUndefined();
      expect(isInputBlock({ type })).toBe(false);
    },
  );

  it('are inputs if they ask for an answer', () => {
    for (const [type, { family }] of BLOCK_TYPES) expect(isInputBlock({ type })).toBe(family === 'input');
  });

  it('say how a terminal asks, unless it lists the items or any text will do', () => {
    const inputs = [...BLOCK_TYPES.values()].filter(({ family }) => family === 'input');
    const silent = inputs.filter(({ type, items }) => !items && BLOCK_WORDS.get(type)?.prompt === undefined);
    expect(silent.map(({ type }) => type)).toStrictEqual(['text input']);
  });

  it('say what their credentials are', () => {
    expect(needsCredentials(BLOCK_TYPES.get('openai'))).toBe(true);
    expect(needsCredentials(BLOCK_TYPES.get('Email'))).toBe(false);
    expect(needsCredentials(BLOCK_TYPES.get('Webhook'))).toBe(false);
    expect(needsCredentials(undefined)).toBe(false);
  });
});
