import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '#lib/platform/json/parse-json.ts';
import { brokenText } from '#test/fixtures/hostile-text.ts';

describe('parseJson', () => {
  it('parses an escaped key correctly, whatever was parsed before', () => {
    for (const key of ['"', '\n', '\t', '\\', '\ud800', '"x', '\u0000']) {
      // From here on, JSON.parse of Node 24 reads each of the keys below as a backslash.
      parseJson(`{"a":1,"\\\\":2}`);
      expect(parseJson(`{"a":1,${JSON.stringify(key)}:2}`)).toEqual({ a: 1, [key]: 2 });
      expect(Object.keys(parseJson(`{"a":1, ${JSON.stringify(key)} :2}`) as object)).toEqual(['a', key]);
    }
  });

  it('parses the output of JSON.stringify', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        brokenText,
        fc.constantFrom(null, true, 0, -0.5, 1e21),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(brokenText, fc.constantFrom('1', '0', '__proto__', '')), tie('value'), {
          maxKeys: 5,
        }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (written, indent) => {
        const text = JSON.stringify(written, null, indent);
        const read = parseJson(text);
        expect(JSON.stringify(read)).toBe(JSON.stringify(written));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['a key twice', '{"\\u0061":1,"a":2,"b\\n":3,"b\\u000a":4}', { a: 2, 'b\n': 4 }],
    ['a key that is a prototype elsewhere', '{"\\u005f_proto__":1}', JSON.parse('{"__proto__":1}')],
    ['a colon in a string', '["\\":", {"a": "\\":1"}]', ['":', { a: '":1' }]],
    ['a long run of backslashes', `{"${'\\\\'.repeat(100_000)}":1}`, { ['\\'.repeat(100_000)]: 1 }],
  ])('parses %s as JSON.parse should', (_, text, value) => {
    expect(parseJson(text)).toStrictEqual(value);
  });

  it.each(['', '{"a\\n":}', '{"a\\x":1}', '{"a\\n":1', '"\\', '{"a\\"', '{"\\n" 1}'])(
    'rejects %j',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('parses 100,000 levels of nesting', () => {
    let value = parseJson(`${'{"\\n":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    let levels = 0;
    for (; typeof value === 'object'; levels++) value = (value as Record<string, unknown>)['\n'];
    expect([levels, value]).toEqual([100_000, 1]);
  });
});
