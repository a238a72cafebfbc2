import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatYaml } from '#apps/documents/format-yaml.ts';
import { parseYaml } from '#apps/documents/parse-yaml.ts';
import { parseJson } from '#lib/platform/json/parse-json.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/** The value after a round trip, as JSON. */
async function toJsonByYaml(value: unknown): Promise<string> {
  return JSON.stringify(await parseYaml(await formatYaml(value)));
}

async function describeRefusal(text: string): Promise<string> {
  return await parseYaml(text).then(
    (value) => `accepted: ${JSON.stringify(value)}`,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

/** Text in which YAML has rules of its own. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...' \n\r\t:#-?,[]{}&*!|>\'"%@`~=<.0123yesno/\\\u0085\u2028\ufeff') }),
  fc.constantFrom(
    'no',
    'Yes',
    '<<',
    '---',
    '...',
    '0o17',
    '1_000',
    '12:30:45',
    '2026-01-02',
    '.inf',
    '~',
    '',
  ),
);

describe('a value as YAML', { timeout: 120_000 }, () => {
  it.each([...REAL_BOTS, ...MIGRATED_BOTS])('is the same bot when it is read: %s', async (name) => {
    const bot = readRealBot(name);
    expect(await toJsonByYaml(bot)).toBe(JSON.stringify(bot));
  });

  it('is the same JSON when it is read, whatever it holds', async () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, oddText, fc.jsonValue(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.array(fc.tuple(oddText, tie('value')), { maxLength: 4 }).map(toObject),
    })).value;
    await fc.assert(
      fc.asyncProperty(value, async (sent) => {
        const json = JSON.stringify(sent);
        expect(await toJsonByYaml(JSON.parse(json))).toBe(json);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([' \n', '\n  \n', ' \t\n', '\n -', ' x \n|', '\n\n', ' a\n  b\n', 'a\n \n\n'])(
    'keeps the spaces of %j',
    async (text) => {
      for (const value of [text, [text], { a: { b: text } }, { [text]: [text, 'last'] }]) {
        expect(await toJsonByYaml(value)).toBe(JSON.stringify(value));
      }
    },
  );

  it('keeps __proto__ as a key, as JSON does', async () => {
    const json = '{"__proto__":{"a":1},"constructor":{"prototype":2}}';
    expect(await toJsonByYaml(parseJson(json))).toBe(json);
    expect(Object.getPrototypeOf(await parseYaml('__proto__: { a: 1 }'))).toBe(Object.prototype);
  });

  it('quotes text that is something else to readers of YAML 1.1 or 1.2', async () => {
    const texts = [
      '6',
      '1e3',
      '0x1f',
      '0777',
      '1_000',
      'no',
      'On',
      'null',
      '~',
      '12:30:45',
      '2026-01-02',
      '<<',
    ];
    expect((await formatYaml(texts)).trimEnd().split('\n')).toEqual(texts.map((text) => `- "${text}"`));
    expect(await formatYaml({ x: 1, y: 2, no: '' })).toBe('x: 1\ny: 2\n"no": ""\n');
  });

  it('writes code line by line, long lines whole, and nothing that editors hide', async () => {
    const long = 'word '.repeat(100).trimEnd();
    expect(await formatYaml({ code: 'if (a) {\n  b();\n}\n', long })).toBe(
      `code: |\n  if (a) {\n    b();\n  }\nlong: ${long}\n`,
    );
    expect(await formatYaml(['a\u0007\u0085\u2028\ufeff\ud800'])).toBe(
      '- "a\\a\\u0085\\u2028\\ufeff\\ud800"\n',
    );
  });
});

describe('YAML that is read', { timeout: 120_000 }, () => {
  it('may have comments, anchors and aliases, and the core schema', async () => {
    const text = '# A bot\na: &a { x: [1, ~, true, 0x10] } # here\nb: *a\n"c": !!str 1\n6: 2026-01-02';
    const shared = { x: [1, null, true, 16] };
    expect(await parseYaml(text)).toEqual({ '6': '2026-01-02', a: shared, b: shared, c: '1' });
  });

  it('copies what an alias stands for', async () => {
    const { a, b } = (await parseYaml('a: &a { x: 1 }\nb: *a')) as { a: { x: number }; b: { x: number } };
    a.x = 2;
    expect(b.x).toBe(1);
  });

  it('stands for what the latest anchor of its name does', async () => {
    expect(await parseYaml('- &a 1\n- *a\n- &a 2\n- *a')).toEqual([1, 1, 2, 2]);
  });

  it.each([
    ['a duplicate key', 'a: 1\nb:\n  c: 1\n  c: 2', 'line 4, column 3: Duplicate key "c"'],
    ['one in another notation', '{ a: 1, "a": 2 }', 'line 1, column 9: Duplicate key "a"'],
    ['__proto__ twice', '__proto__: 1\n__proto__: 2', 'line 2, column 1: Duplicate key "__proto__"'],
    ['merge keys', 'a: &a { x: 1 }\nb:\n  <<: *a', 'line 3, column 3: Merge keys are not supported'],
    ['a tag of its own', 'a: !secret x', 'line 1, column 4: Unresolved tag: !secret'],
    ['a tag of code', 'a: !!js/function x', 'line 1, column 4: Unresolved tag'],
    ['a tag of bytes', 'a: !!binary aGk=', 'line 1, column 4: Unresolved tag'],
    ['a tag of another schema', 'a: !!timestamp 2026-01-02', 'line 1, column 4: Unresolved tag'],
    ['a long tag, without quoting all of it', `a: !<${'x'.repeat(1_000)}> b`, /^.{1,300}…$/],
    ['YAML 1.1', '%YAML 1.1\n---\na: yes', 'line 1, column 1: Expected YAML 1.2, not 1.1'],
    ['several documents', 'a: 1\n---\nb: 2', 'line 2, column 1: Expected one document'],
    ['a list as key', '? [a]\n: 1', 'line 1, column 3: Expected a text as key'],
    ['an alias as key', 'a: &a b\n*a : c', 'line 2, column 1: Expected a text as key'],
    ['infinity', 'a:\n  - .inf', 'line 2, column 5: Not a number that JSON can hold'],
    ['no number', 'a: .NaN', 'line 1, column 4: Not a number that JSON can hold'],
    ['a number that is too large', 'a: 1e400', 'line 1, column 4: Not a number that JSON can hold'],
    ['an alias without its anchor', 'a: *b', 'line 1, column 4: There is no anchor b before this alias'],
    ['an alias of what it is in', 'a: &a [*a]', 'line 1, column 8: The alias a is inside'],
    ['tabs as indentation', 'a:\n\tb: 1', 'line 2, column 1: Tabs are not allowed as indentation'],
    ['a list without its end', 'a: [1', 'line 1, column 6: Flow sequence'],
  ])('is refused with its line for %s', async (_, text, message) => {
    const refusal = await describeRefusal(text);
    if (typeof message === 'string') expect(refusal).toContain(`InvalidYamlError: ${message}`);
    else expect(refusal).toMatch(message);
  });

  it.each([
    ['aliases of aliases', bomb('[lol]'), 'Aliases make the document too large'],
    ['aliases of nothing', bomb('[]'), 'Aliases make the document too large'],
    [
      'aliases of a long text',
      `a: &a ${'x'.repeat(600_000)}\nb: [*a, *a]`,
      'Aliases make the document too large',
    ],
    ['many aliases', `a: &a 1\nb:\n${'  - *a\n'.repeat(1_001)}`, 'Too many aliases: at most 1000'],
    ['lists in lists', '['.repeat(100_000), 'Nested too deeply'],
    ['lists in lists that end', '['.repeat(202) + ']'.repeat(202), 'Nested too deeply: at most 200 levels'],
    ['objects in objects', '{a: '.repeat(10_000), 'Nested too deeply'],
    ['dashes', '- '.repeat(100_000), 'Nested too deeply'],
    ['keys of keys', '? '.repeat(20_000), 'Nested too deeply'],
  ])('is bounded for %s', async (_, text, message) => {
    expect(await describeRefusal(text)).toContain(message);
  });

  it('is refused or read, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(oddText, async (text) => {
        expect(await describeRefusal(text)).toMatch(/^accepted|^InvalidYamlError: line \d+, column \d+: ./);
      }),
      { numRuns: 1_000 },
    );
  });
});

function toObject(entries: [string, unknown][]): object {
  // As JSON.parse has it: `__proto__` is a key, and the last of two values counts.
  return parseJson(
    `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)}}`,
  ) as object;
}

function bomb(content: string): string {
  const names = [...'abcdefghi'];
  const lines = names.map((name, index) => {
    const alias = `*${names[index - 1]}`;
    return `${name}: &${name} ${index === 0 ? content : `[${Array(10).fill(alias).join(', ')}]`}`;
  });
  return lines.join('\n');
}
