import { expect, it } from 'vitest';
import { mayBeCode } from '#lib/engine/sandbox/code-syntax.ts';
import { expressionBody } from '#lib/engine/sandbox/expression-body.ts';

it.each([
  '1 + 1',
  'Hello',
  'if (3 > 2) { return "big" } return "small"',
  'await fetch("https://example.com")',
  '// nothing',
  'arguments.length',
  'new.target',
  // Not the body of a function, but text that closes ours is left to the sandbox.
  '1 }); (async function () {',
])('%s', (text) => {
  expect(mayBeCode(expressionBody(text))).toBe(true);
});

it.each([
  'Hello Ann, how are you?',
  '**0** of 60: ',
  'It is 5 o’clock',
  "It's late",
  '12/31/2026 at 5 pm',
  'https://example.com/?a=1',
])('%s is text', (text) => {
  expect(mayBeCode(expressionBody(text))).toBe(false);
});

it('never runs the text', () => {
  expect(mayBeCode('globalThis.isRun = true')).toBe(true);
  expect(mayBeCode('} )(); globalThis.isRun = true; (async function () {')).toBe(true);
  expect('isRun' in globalThis).toBe(false);
});

it('leaves to the sandbox what is long or nested too deeply', () => {
  expect(mayBeCode('Hello you '.repeat(2_000))).toBe(true);
  expect(mayBeCode(`return ${'['.repeat(9_000)}`)).toBeTypeOf('boolean');
});
