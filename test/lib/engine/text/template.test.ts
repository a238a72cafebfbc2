import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TemplateMode } from '#lib/engine/model/template-mode.ts';
import { Variables } from '#lib/engine/model/variables.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { renderAll, renderTemplate, soleVariableName, templateParts } from '#lib/engine/text/template.ts';
import { harmlessPorts } from '#test/support/chat/block-context.ts';
import { expectLinear } from '#test/support/growth.ts';

const variables = new Variables([
  { id: 'v1', name: 'City', value: 'Köln "am"\n<Rhein>' },
  { id: 'v2', name: 'Tags', value: ['x', '<b>', null] },
  { id: 'v3', name: 'Blank', value: '' },
  { id: 'v4', name: 'Unset' },
  { id: 'v5', name: 'Null', value: null },
  { id: 'v6', name: 'Count', value: '42' },
  { id: 'v7', name: 'two words', value: 'T w' },
  { id: 'v8', name: 'Zip', value: '007' },
  { id: 'v9', name: 'Yes', value: 'true' },
  { id: 'v10', name: 'Twice' },
  { id: 'v11', name: 'Twice', value: 'the second' },
]);
const sandbox = await createSandbox({ remainingMs: () => 10_000, http: harmlessPorts().http });
const context = { variables, sandbox };

describe('A template', () => {
  it.each([
    ['nothing to fill in', 'nothing to fill in'],
    ['', ''],
    ['In {{City}}!', 'In Köln "am"\n<Rhein>!'],
    ['{{Tags}}', '["x","<b>",null]'],
    ['{{Blank}}|{{Unset}}|{{Null}}|{{Nobody}}|', '||||'],
    ['{{Twice}}', 'the second'],
    ['{{ City }}|{{city}}|', '||'],
    ['{{two words}}', 'T w'],
    ['\u0024{{Count}} and \u0024{{Nobody}}', '$42 and $'],
    ['{{{Count}}}', '{42}'],
    ['{{}} {{ {}} {{Count', '{{}} {{ {}} {{Count'],
    ['{{Count}}{{Count}}', '4242'],
  ])('%j is %j', (text, expected) => {
    expect(renderTemplate(text, context)).toBe(expected);
  });

  it.each([
    ['{{= 1 + 1 =}}', '2'],
    ['{{={{Count}} + 1=}}', '43'],
    ['{{={{Tags}}.length=}}', '3'],
    ['{{={{Tags}}=}}', '["x","<b>",null]'],
    ['{{={{Zip}}=}}', '007'],
    ['{{= {{Unset}} ?? "none" =}}', 'none'],
    ['{{= return 5 =}}', '5'],
    ['{{= if ({{Count}} > 3) { return "big" } return "small" =}}', 'big'],
    ['{{= undefined =}}|{{= null =}}|{{= "" =}}|', 'undefined|null||'],
    ['{{= ({ a: 1 }) =}}', '{"a":1}'],
    ['{{= {{Yes}} ? "T" : "F" =}}', 'T'],
    ['{{= {{City}} =}}', 'Köln "am"\n<Rhein>'],
    ['{{= 1 =}}-{{= 2 =}}', '1-2'],
    ['{{= "{{Count}}" =}}', '42'],
    // Failing code renders as its source with variables filled in.
    ['{{= throw 1 =}}', ' throw 1 '],
    ['{{= {{Count}} + =}}', ' 42 + '],
    ['{{=Count=}}', 'Count'],
    ['{{= Promise.resolve(1) =}}', ' Promise.resolve(1) '],
    // Inline code cannot span lines, so these are not inline code.
    ['{{= {{Count}}\n=}}', '{{= 42\n=}}'],
    ['{{= 1\n=}}', ''],
    ['{{=}}{{==}}', '}}{{='],
  ])('with inline code %j is %j', (text, expected) => {
    expect(renderTemplate(text, context)).toBe(expected);
  });

  it('renders the source of inline code if there is no sandbox', () => {
    expect(renderTemplate('{{= {{Count}} + 1 =}}', { variables, sandbox: undefined })).toBe(' 42 + 1 ');
  });

  it.each<[TemplateMode, string, string]>([
    ['json', '"{{City}}"', '"Köln \\"am\\"\\n<Rhein>"'],
    ['json', '{{Tags}}', '["x","<b>",null]'],
    ['json', '{{Count}}|{{Unset}}|', '42||'],
    ['json', '"{{= ["a"] =}}"', '"[\\"a\\"]"'],
    ['html', '{{City}}', 'Köln "am"\n&lt;Rhein&gt;'],
    ['html', '{{Tags}}', '["x","&lt;b&gt;",null]'],
    ['html', '<i>{{= "<b>" =}}</i>', '<i>&lt;b&gt;</i>'],
  ])('as %s, %j is %j', (mode, text, expected) => {
    expect(renderTemplate(text, context, mode)).toBe(expected);
  });

  it('does not read a value as a template', () => {
    const nested = new Variables([{ id: 'a', name: 'A', value: '{{B}} {{= 1 =}}' }]);
    expect(renderTemplate('{{A}}', { variables: nested, sandbox })).toBe('{{B}} {{= 1 =}}');
  });

  it('loses no part of a text', () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      '{{=',
      '=}}',
      '{',
      '}',
      '=',
      'a',
      ' ',
      '\n',
      '{{a}}',
      '{{= 1 =}}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const source = templateParts(text).map((part) => {
          if (part.kind === 'text') return part.text;
          return part.kind === 'code' ? `{{=${part.code}=}}` : `{{${part.name}}}`;
        });
        expect(source.join('')).toBe(text);
        expect(templateParts(text)).toStrictEqual(partsByPattern(text));
      }),
    );
  });

  it('never throws, whatever the text and the values', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.option(fc.string())), fc.constant(null));
    const text = fc
      .array(fc.oneof(fc.constantFrom('{{A}}', '{{= {{A}} =}}', '{{=', '=}}'), fc.string()))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, value, fc.constantFrom<TemplateMode>('text', 'json', 'html'), (template, a, mode) => {
        const anyContext = {
          variables: new Variables([{ id: 'a', name: 'A', value: a }]),
          sandbox: undefined,
        };
        expect(typeof renderTemplate(template, anyContext, mode)).toBe('string');
      }),
    );
  });

  it.each(['{{=', '{{', '{{= {{a', '{{= =}}', '{{=\n', '{{a}}'])(
    'of many %j takes linear time',
    async (piece) => {
      await expectLinear((size) => templateParts(piece.repeat(size)), { small: 10_000, large: 160_000 });
    },
  );
});

/** Reference implementation with a regular expression, which takes quadratic time for some texts. */
function partsByPattern(text: string): unknown[] {
  const parts: unknown[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{\{=(?<code>.*?)=\}\}|\{\{(?<name>[^{}]+)\}\}/g)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    const { code, name } = match.groups ?? {};
    parts.push(code === undefined ? { kind: 'variable', name } : { kind: 'code', code });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

describe('The templates of a JSON value', () => {
  it('are filled in, except in strings that are array elements', () => {
    const value = {
      a: '{{Count}}',
      b: ['{{Count}}', { c: '{{Count}}' }, ['{{Count}}']],
      d: 1,
      e: null,
      f: true,
    };
    expect(renderAll(value, context)).toStrictEqual({
      a: '42',
      b: ['{{Count}}', { c: '42' }, ['{{Count}}']],
      d: 1,
      e: null,
      f: true,
    });
  });
});

describe('A text that consists of one variable', () => {
  it.each([
    ['{{a b}}', 'a b'],
    ['{{a}} ', undefined],
    ['{{a}}{{b}}', undefined],
    ['{{{a}}}', undefined],
    ['a', undefined],
  ])('%j: %j', (text, expected) => {
    expect(soleVariableName(text)).toBe(expected);
  });
});
