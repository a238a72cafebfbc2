import { expect, it } from 'vitest';
import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';

it.each([
  ['{"a":[1,"x",null]}', { a: [1, 'x', null] }],
  ['5', 5],
  [
    '{"id":12345678901234567890,"n":-98765432109876543,"b":1}',
    { id: '12345678901234567890', n: '-98765432109876543', b: 1 },
  ],
  ['[9007199254740991]', [9007199254740991]],
  ['[9007199254740992]', ['9007199254740992']],
  ['[0.5000000000000000000, 1e30, 1234567890123456.5]', [0.5, 1e30, 1234567890123456.5]],
  ['{"a":"12345678901234567890"}', { a: '12345678901234567890' }],
])('%s', (text, value) => {
  expect(parseJsonValue(text)).toEqual(value);
});

it.each(['', 'plain', '{"a":}', "{'a':1}", '{"a":12345678901234567890'])('not JSON: %j', (text) => {
  expect(parseJsonValue(text)).toBe(NOT_JSON);
});

it.each([
  [500, '[', ']', '1'],
  [500, '{"a":', '}', '12345678901234567890'],
])('JSON of %i levels, but not of one more: %s', (levels, open, close, inside) => {
  const nest = (depth: number) => open.repeat(depth) + inside + close.repeat(depth);
  expect(parseJsonValue(nest(levels))).not.toBe(NOT_JSON);
  expect(parseJsonValue(nest(levels + 1))).toBe(NOT_JSON);
  expect(parseJsonValue(nest(200_000))).toBe(NOT_JSON);
});
