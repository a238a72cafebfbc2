// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the code of bots
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Variables } from '#lib/engine/model/variables.ts';
import { escapeForQuotes } from '#lib/engine/text/code-scanner.ts';
import { codeWithVariables } from '#lib/engine/text/code-variables.ts';
import { expectLinear } from '#test/support/growth.ts';

/** Evaluates an expression with the variable A. */
function evaluate(source: string, value: string): unknown {
  const variables = new Variables([{ id: 'v1', name: 'A', value }]);
  const { code, globals } = codeWithVariables(source, variables);
  return runInNewContext(code, { ...globals, hacked: 'hacked', tag: String.raw });
}

const HOSTILE = [
  'ana@x.example',
  'O\'Hara "the" `tick`',
  'two\nlines\r\nand\u2028more\u2029',
  'C:\\new\\u0041\\',
  '${hacked}',
  '" + hacked + "',
  "'; hacked; '",
  '`${hacked}`',
  '</script><script>hacked</script><!--',
  '*/ hacked /*',
  '\\',
  '',
  '日本 ñ 😀',
  '\0\x07\x7f\xa0\ufeff',
];

describe('A value in quotes', () => {
  /** Sources, and what they are for a value. */
  const SOURCES: [source: string, expected: (value: string) => unknown][] = [
    ['"{{A}}"', (value) => value],
    ["'mail: {{A}}!'", (value) => `mail: ${value}!`],
    ['`mail: {{A}}`', (value) => `mail: ${value}`],
    ['`a${1 + "{{A}}"}b{{A}}`', (value) => `a1${value}b${value}`],
    ['`a${({ b: { c: `{{A}}` } }).b.c}{{A}}`', (value) => `a${value}${value}`],
    ['tag`a{{A}}b`', (value) => `a${value}b`],
    ['Object.keys({ "{{A}}": 1 })[0]', (value) => value],
    ['"{{A}}".length', (value) => value.length],
    ['"{{A}}{{A}}"', (value) => value + value],
    ['"C:\\{{A}}"', (value) => `C:\\${value}`],
    ['`C:\\{{A}}`', (value) => `C:\\${value}`],
    ['"a\\"{{A}}"', (value) => `a"${value}`],
    ['"\\\\{{A}}"', (value) => `\\${value}`],
    ['"a\\\nb{{A}}"', (value) => `ab${value}`],
    ['`$' + '{{A}}`', (value) => `$${value}`],
    ['/[\'"`]/.test(\'x\') + "{{A}}"', (value) => `false${value}`],
    ['/[/"]/.source.length / 2 + "{{A}}"', (value) => `2${value}`],
    ['1 /2/ 4 + "{{A}}"', (value) => `0.125${value}`],
    ['(2) / 2 + "/{{A}}/"', (value) => `1/${value}/`],
    ['[2][0] / 2 + "{{A}}"', (value) => `1${value}`],
    ['((x) => { return /"/.test(x) + "{{A}}" })("\'")', (value) => `false${value}`],
    ['/* " */ "{{A}}" // \'', (value) => value],
    ["// it's\n'{{A}}'", (value) => value],
    ['((i) => i++ / 2 + "{{A}}")(2)', (value) => `1${value}`],
    ['["{{A}}", 7, /`/][0]', (value) => value],
    ['typeof "{{A}}"', () => 'string'],
    ['true ? "{{A}}" : \'\'', (value) => value],
  ];

  it.each(SOURCES)('%s', (source, expected) => {
    for (const value of HOSTILE) expect(evaluate(source, value)).toBe(expected(value));
  });

  it('is what it was, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...SOURCES), (value, [source, expected]) => {
        const text = value.toWellFormed();
        expect(evaluate(source, text)).toBe(expected(text));
      }),
    );
  });
});

describe('A value outside of quotes', () => {
  it.each([
    ['{{A}}', 'x', 'x'],
    ['{{A}} + 1', '5', 6],
    ['`${{{A}}}`', '" + hacked', '" + hacked'],
    ['`${[{{A}}].length}`', '`', '1'],
    ['{{A}} / 2 + "{{A}}"', '4', '24'],
    ['"a"/* {{A}} */', '*/ hacked', 'a'],
    ['/{{A}}/.source', 'x', 'v1'],
  ])('%s with %j is %j', (source, value, expected) => {
    expect(evaluate(source, value)).toBe(expected);
  });
});

it('Escapes are valid in no code, so that a value could not act outside of quotes either', () => {
  for (const value of HOSTILE) {
    const escaped = escapeForQuotes(value);
    expect(escaped).toMatch(
      /^(?:[A-Za-z0-9_]|[\u00a1-\u2027\u202a-\ufefe\uff00-\uffff]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4})*$/,
    );
    expect(escaped).not.toMatch(/[<>"'`${}()/\s&]/);
  }
});

it('Values in quotes have a limit', () => {
  const variables = new Variables([{ id: 'v1', name: 'A', value: 'x'.repeat(90_000) }]);
  const { code, globals } = codeWithVariables('"{{A}}"'.repeat(10_000), variables);
  expect(code).toContain('too long');
  expect(globals).toStrictEqual({});
});

it.each(['"', '/', '`${', '{', '\\', '/*', 'a ', '"{{A}}" / ', '[', '\n'])(
  'takes time in proportion to the length of the code, which repeats %j',
  async (text) => {
    const variables = new Variables([{ id: 'v1', name: 'A', value: 'x' }]);
    await expectLinear((size) => codeWithVariables(`${text.repeat(size)}{{A}}`, variables), {
      small: 2_000,
      large: 20_000,
    });
  },
);
