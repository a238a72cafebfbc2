import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/*
 * Comments say what a thing is, or why. Openings and idioms that have to be read twice are counted here, and the counts
 * may only fall.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Written by `npm run docs` from descriptions in contracts. */
const GENERATED = new Set(['apps/client/operations.ts', 'apps/client/operation-types.ts']);

/** A block comment, neighbouring lines of `//`, or a `//` after code. */
const COMMENT = /^[ \t]*\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|[;,{)] (\/\/ .*)$/gm;
/** The marks at the beginning and the end of a comment's line. */
const MARKS = /^\s*(?:\/\*+|\*\/|\*|\/\/) ?|\s*\*\/$/g;

function findComments(source: string): string[] {
  return [...source.matchAll(COMMENT)].map(([whole, trailing]) =>
    (trailing ?? whole)
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(MARKS, ''))
      .join(' ')
      .trim(),
  );
}

const comments = globSync('{lib,functions,apps,infra}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !GENERATED.has(file))
  .flatMap((file) =>
    findComments(readFileSync(path.join(ROOT, file), 'utf8')).map((text) => ({ file, text })),
  );

it.each([
  [
    'open with a question word: name the thing instead',
    0,
    /^(?:What|Which|Who|How (?!far|long|many|much|often))\b/,
  ],
  ['open a sentence with "Of": name the thing first', 4, /(?:^|[.:] )Of [a-z]/],
  [
    'say that something "is none" or "is no …": say what it is not',
    0,
    /(?<!\bthere )\b(?:is|are|was|were) no(?:ne| (?!longer|more)[a-z]+)\b/i,
  ],
  ['end with "any more": say "no longer"', 0, /\bany ?more[.;]/],
  ['say "no more than that" or "all alike"', 0, /\bno more than that\b|\ball alike\b/i],
])('%s', (_, most, idiom) => {
  const found = comments.filter(({ text }) => idiom.test(text));
  expect(found.length, found.map(({ file, text }) => `${file}: ${text}`).join('\n')).toBeLessThanOrEqual(
    most,
  );
});

it('finds block comments, lines and comments after code', () => {
  const found =
    'const a = 1; // one\n// two\n// lines\n/**\n * A block\n * of two.\n */\nconst b = "/* text */";';
  expect(findComments(found)).toEqual(['one', 'two lines', 'A block of two.']);
});
