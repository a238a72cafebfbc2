import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findSharedNames } from './exported-names.ts';
import { beginsWithParticiple, beginsWithVerb, findFunctions } from './function-names.ts';
import { findPrivateIdiom } from './private-idiom.ts';

/*
 * Counts of what should become less. When one falls, the new count is written here, and does not rise again.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const PRODUCT = ['lib', 'functions', 'apps', 'infra'];

const sources = new Map(
  globSync(`{${PRODUCT.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ['apps/client/dist'] }).map(
    (file) => [file, readFileSync(path.join(ROOT, file), 'utf8')],
  ),
);
const functions = [...sources.values()].flatMap(findFunctions);

describe('names of functions', () => {
  it.each([
    ['without a verb', 688, functions.filter(({ name }) => !beginsWithVerb(name))],
    ['async, without a verb', 15, functions.filter(({ name, isAsync }) => isAsync && !beginsWithVerb(name))],
    ['that begin with a participle', 47, functions.filter(({ name }) => beginsWithParticiple(name))],
    ['that end in Of', 30, functions.filter(({ name }) => /[a-z]Of$/.test(name))],
  ])('%s are %i', (_, count, found) => {
    expect(found.length, found.map(({ name }) => name).join(' ')).toBe(count);
  });
});

describe('words', () => {
  it('are private idiom in 87 identifiers', () => {
    const found = [...sources.values()].flatMap(findPrivateIdiom);
    expect(found.length, found.join(' ')).toBe(87);
  });

  it('of exports are shared by 2 names', () => {
    const found = findSharedNames(sources).map(({ name, files }) => `${name}: ${files.join(', ')}`);
    expect(found.length, found.join('\n')).toBe(2);
  });

  it('are found', () => {
    expect(findPrivateIdiom("const place = 1; // here\nf('there', (botHere: Bot) => place);")).toEqual([
      'place',
      'botHere',
      'place',
    ]);
    const shared = new Map([
      ['lib/a.ts', 'export type Page = 1;\nexport const handler = 1;'],
      ['lib/b.ts', 'export function Page() {}\nexport const handler = 2;'],
      ['apps/window/api/chat-types.ts', 'export type Page = 2;'],
    ]);
    expect(findSharedNames(shared)).toEqual([{ name: 'Page', files: ['lib/a.ts', 'lib/b.ts'] }]);
  });
});

describe("Biome's findings", () => {
  it.each([
    ['functions too complex to follow', 'complexity/noExcessiveCognitiveComplexity', 21],
    ['hooks with other dependencies than they use', 'correctness/useExhaustiveDependencies', 0],
  ])('%s: %s', async (_, rule, count) => {
    const args = ['lint', `--only=${rule}`, '--max-diagnostics=none', '--reporter=json', ...PRODUCT];
    const biome = path.join(ROOT, 'node_modules/.bin/biome');
    // Exits with 1 if there are errors.
    const { stdout } = await promisify(execFile)(biome, args, {
      cwd: ROOT,
      maxBuffer: 64 * 1_024 ** 2,
    }).catch((error: { stdout: string }) => error);
    const report = stdout.split('\n').find((line) => line.startsWith('{')) ?? '{}';
    const found: { category: string; location: { path: string } }[] = JSON.parse(report).diagnostics;
    expect(found.map(({ category }) => category)).toEqual(Array(count).fill(`lint/${rule}`));
  });
});
