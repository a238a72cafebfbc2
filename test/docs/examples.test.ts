import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isId } from '#lib/platform/store/keys.ts';

/*
 * Runs the examples in docstrings that state a result, as in `isId('BOT#w8yk'); // false`.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');

type Example = { file: string; name: string; lines: string[] };

/** Examples of exported functions, with the name of their function. */
function findExamples(file: string): Example[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const found = source.matchAll(/ \* @example\n((?: \* .*\n)+) \*\/\nexport (?:async )?\w+ (\w+)/g);
  return [...found].map(([, text = '', name = '']) => ({
    file,
    name,
    lines: text
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(' * '.length)),
  }));
}

const examples = globSync('{lib,functions,apps,infra}/**/*.ts', { cwd: ROOT }).flatMap(findExamples);
const STATED = /^(.+); \/\/ (.+)$/;

describe('examples in docstrings', () => {
  it.each(examples.filter(({ lines }) => lines.some((line) => STATED.test(line))))(
    '$name returns what its example says',
    async ({ file, lines }) => {
      const scope = { z, isId, ...(await import(path.join(ROOT, file))), expect };
      const statements = lines.map((line) => line.replace(STATED, 'expect($1).toEqual($2);'));
      new Function(...Object.keys(scope), statements.join('\n'))(...Object.values(scope));
    },
  );

  it('are there for the functions that are imported most', () => {
    const names = examples.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(18);
    expect(names).toEqual(
      expect.arrayContaining(['isJsonObject', 'once', 'defineEndpoint', 'endpointHandler']),
    );
  });
});
