import { expect, it } from 'vitest';
import { wordError } from '#lib/engine/sandbox/error-wording.ts';

it.each([
  ["'x' is not defined", 'CustomError', "'x' is not defined"],
  ['not a function', 'TypeError', 'not a function'],
  ['expecting field name', 'SyntaxError', 'expecting field name'],
])('%s of a %s stays unchanged', (message, name, worded) => {
  expect(wordError({ name, message, stack: '', code: 'a' })).toBe(worded);
});

it.each([
  ['a b', '3:3', "Unexpected identifier 'b'"],
  ['a\n  öl', '4:3', "Unexpected identifier 'öl'"],
  ['a 1', '3:3', 'Unexpected number'],
  ['a "b"', '3:3', 'Unexpected string'],
  ['a }', '3:3', "Unexpected token '}'"],
  ['a', '4:1', "Unexpected token '}'"],
  ['a', '3:9', "expecting ';'"],
])('names the token of %j at %s', (code, position, worded) => {
  const stack = `    at <input>:${position}\n    at Function (native)\n`;
  expect(wordError({ name: 'SyntaxError', message: "expecting ';'", stack, code })).toBe(worded);
});
