import { expect, it } from 'vitest';
import { decodeValue } from '#lib/engine/sandbox/encoded-value.ts';

it.each<[encoded: unknown, value: unknown]>([
  ['text', 'text'],
  [null, null],
  [[0], []],
  [
    [0, 1, [0, 'a']],
    [1, ['a']],
  ],
  [[1, 'NaN'], Number.NaN],
  [[1, '-Infinity'], Number.NEGATIVE_INFINITY],
  [[1, 'undefined'], undefined],
  [[1, 'constructor'], undefined],
  [[2, 5], new Date(5)],
  [[2], new Date(Number.NaN)],
  [{ a: [0, { b: [2, 0] }] }, { a: [{ b: new Date(0) }] }],
])('%j', (encoded, value) => {
  expect(decodeValue(encoded)).toEqual(value);
});

it.each([[[]], [[3]], [['0']], [{ a: [{}] }]])('%j is not an encoded value', (encoded) => {
  expect(() => decodeValue(encoded)).toThrow(TypeError);
});
