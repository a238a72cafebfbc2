import fc from 'fast-check';

/** Texts that commonly break keys, logs, spreadsheets, regular expressions or objects. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  'a#b',
  '#META',
  '../../etc/passwd',
  '{{Name}}',
  '{{=1+1=}}',
  '=1+1',
  '\n=1',
  'line\r\nX-Header: 1',
  'a\u0000b',
  '\uFEFFbom',
  '\u202Egnp.exe',
  '\u2028',
  '𝕏😀👩‍👩‍👧',
  'e\u0301',
  '\uD800',
  'x\uDFFFy',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '#{7*7}',
  '%00%ff',
  '1e999',
  '9007199254740993',
];

/** Generates any text that JSON can represent, including lone surrogates. */
export function anyText(limits: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 40 } = limits;
  const odd = ODD_TEXTS.filter((text) => text.length >= minLength && text.length <= maxLength);
  return fc.oneof(
    { arbitrary: fc.string({ minLength, maxLength }), weight: 5 },
    {
      arbitrary: fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, maxLength / 2) }),
      weight: 1,
    },
    ...(odd.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...odd), weight: 2 }]),
  );
}

/** Generates any small JSON value. */
export function anyJson(): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: anyText(), weight: 3 },
    {
      arbitrary: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
      weight: 2,
    },
    { arbitrary: fc.constant(null), weight: 1 },
    {
      arbitrary: fc.oneof(
        fc.array(anyText(), { maxLength: 3 }),
        fc.dictionary(anyText(), fc.oneof(anyText(), fc.integer()), { maxKeys: 3, noNullPrototype: true }),
      ),
      weight: 1,
    },
  );
}
