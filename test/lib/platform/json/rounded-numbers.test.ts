import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRoundedNumbers } from '#lib/platform/json/rounded-numbers.ts';
import { brokenText } from '#test/fixtures/hostile-text.ts';

const writtenIn = (text: string) => findRoundedNumbers(text).map(({ written }) => written);

describe('roundedNumbers', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '0.1234567890123456789',
    '1.00000000000000000001',
    '9007199254740993.0',
    '9007199254740993e0',
    '90071992547409.93e2',
    '1234567890123456789012E-1',
    '1e-400',
    '-1E-999',
    '123456789012345678e5',
  ])('finds %s', (number) => {
    expect(findRoundedNumbers(`{"a":[0,${number}]}`)).toEqual([
      { path: ['a', 1], written: number, kept: Number(number) },
    ]);
    expect(writtenIn(number)).toEqual([number]);
    expect(writtenIn(` ${number} `)).toEqual([number]);
  });

  it.each([
    ...[
      '0',
      '-0',
      '1.0',
      '1.50',
      '9007199254740992',
      '9007199254740994',
      '-9007199254740992',
      '1e21',
      '1E+21',
    ],
    ...[
      '1000000000000000000000',
      '100000000000000000000000e-2',
      '0.1',
      '0.10000000000000001',
      '1e-7',
      '0e-999',
    ],
    ...[
      '338.1966552734375',
      '0.30000000000000004',
      '5e-324',
      '4.9406564584124654e-324',
      '1e300',
      '0.000000000000000',
    ],
  ])('ignores %s', (number) => {
    expect(writtenIn(`[${number},{"a":${number}}]`)).toEqual([]);
  });

  it('ignores numbers inside strings and keys', () => {
    const text = JSON.stringify({
      'key 12345678901234567890': 'a 12345678901234567890',
      '12345678901234567890': ['"12345678901234567890', '\\', '12345678901234567890\\'],
      '\\': { '"': '1e-400' },
    });
    expect(writtenIn(text)).toEqual([]);
    expect(findRoundedNumbers(`[${text}, 12345678901234567890]`)).toMatchObject([{ path: [1] }]);
  });

  it('reports the path within the parsed value', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        brokenText,
        fc.constantFrom(null, 7, 0.5, '12345678901234567890', 12_345_678_901_234_567_000),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(brokenText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    // JSON.stringify would write the rounded number.
    const rewritten = (json: string) => json.replaceAll('12345678901234567000', '12345678901234567001');
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 1), (any, indent) => {
        const text = rewritten(JSON.stringify(any, null, indent));
        const expected: PropertyKey[][] = [];
        const visit = (one: unknown, path: PropertyKey[]): void => {
          if (one === 12_345_678_901_234_567_000) expected.push(path);
          if (Array.isArray(one)) for (const [index, inner] of one.entries()) visit(inner, [...path, index]);
          else if (typeof one === 'object' && one !== null) {
            for (const [key, inner] of Object.entries(one)) visit(inner, [...path, key]);
          }
        };
        visit(any, []);
        expect(findRoundedNumbers(text).map(({ path }) => path)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['an integer', `1${'0'.repeat(5_999_999)}`, 0],
    ['a decimal', `0.${'7'.repeat(6_000_000)}`, 1],
    ['letters of numbers', `"${'e5+-.'.repeat(1_000_000)}"`, 0],
    ['digits in a text', `"${'7'.repeat(6_000_000)}"`, 0],
  ])('handles megabytes of %s in reasonable time', (_, text, found) => {
    expect(writtenIn(`[${text}]`)).toHaveLength(found);
  });

  it('stops after 1,000 findings', () => {
    expect(writtenIn(`[${Array(5_000).fill('12345678901234567891').join()}]`)).toHaveLength(1_001);
  });
});
