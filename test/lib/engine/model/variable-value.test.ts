import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCodeValue, toStoredValue } from '#lib/engine/model/variable-value.ts';

const cycle: Record<string, unknown> = {};
cycle.self = cycle;

describe('A variable keeps', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', 'a', 'a'],
    ['nothing of an empty text', '', null],
    ['nothing of null', null, null],
    ['nothing of undefined', undefined, null],
    ['a number as text', 42, '42'],
    ['a boolean as text', false, 'false'],
    ['what is not a number as the text null', Number.NaN, 'null'],
    ['an object as JSON', { a: [1] }, '{"a":[1]}'],
    ['a date as JSON', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['nothing of a big integer', 1n, null],
    ['nothing of a function', () => 1, null],
    ['nothing of a cycle', cycle, null],
    [
      'a list of texts',
      ['a', 1, null, undefined, '', { b: 2 }, [3]],
      ['a', '1', null, null, '', '{"b":2}', '[3]'],
    ],
    ['an empty list', [], []],
    ['half a pair of surrogates as a replacement', 'a\uD800b', 'a\uFFFDb'],
    ['a lone backslash twice', 'C:\\Apps\\new \\d', 'C:\\\\Apps\\new \\\\d'],
    ['a last backslash twice', 'a\\', 'a\\\\'],
    ['a pair of backslashes unchanged', 'a\\\\b', 'a\\\\b'],
    ['escapes as they are', '\\n\\t\\r\\b\\f\\"\\\'\\u0041', '\\n\\t\\r\\b\\f\\"\\\'\\u0041'],
  ])('%s', (_, value, expected) => {
    expect(toStoredValue(value)).toStrictEqual(expected);
  });

  it('the same value when it is stored again', () => {
    const text = fc.string({ unit: fc.constantFrom('\\', 'n', 'x', '"', '\uD800', '\uDC00', 'é') });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), text, fc.array(text)), (value) => {
        const stored = toStoredValue(value);
        expect(toStoredValue(stored)).toStrictEqual(stored);
      }),
    );
  });
});

describe('Code gets', () => {
  it.each<[string | null | undefined | (string | null)[], unknown]>([
    ['text', 'text'],
    ['42', 42],
    ['-1.5', -1.5],
    ['1e3', 1000],
    ['0', 0],
    ['0.5', 0.5],
    ['', 0],
    [' ', 0],
    ['007', '007'],
    ['00', '00'],
    ['0x10', '0x10'],
    ['+33', '+33'],
    ['Infinity', 'Infinity'],
    ['12,5', '12,5'],
    ['true', true],
    ['false', false],
    ['True', 'True'],
    ['null', null],
    ['undefined', undefined],
    [null, null],
    [undefined, undefined],
    [
      ['1', null],
      ['1', null],
    ],
  ])('turns %j into %j', (value, expected) => {
    expect(toCodeValue(value)).toStrictEqual(expected);
  });
});
