import { describe, expect, it } from 'vitest';
import { type ChatVariable, Variables } from '#lib/engine/model/variables.ts';
import { FillBudget } from '#lib/engine/text/fill-budget.ts';
import { renderStyleSheet } from '#lib/engine/text/style-sheet-template.ts';
import { expectLinear } from '#test/support/growth.ts';

const render = (template: string, value: ChatVariable['value'], filling?: FillBudget) =>
  renderStyleSheet(template, {
    variables: new Variables([{ id: 'v', name: 'V', ...(value !== undefined && { value }) }]),
    sandbox: undefined,
    ...(filling && { filling }),
  });

describe('A style sheet', () => {
  it.each([
    ['a colour', '.a { color: {{V}} }', '#0f172a'],
    ['a colour with a function', '.a { color: {{V}} }', 'rgb(1 2 3 / 0.5)'],
    ['a computed length', '.a { width: {{V}} }', 'calc(100% - (2 * 4px))'],
    ['two properties of a font', '.a { font: {{V}} serif }', 'italic 16px/1.5 "Open Sans", Arial,'],
    ['grid lines', '.a { grid-template: {{V}} }', '[main] 1fr / auto'],
    ['a picture', '.a { background-image: {{V}} }', 'url("https://e.com/a.png?x=1&y=2")'],
    ['a picture within the value', '.a { background: {{V}} }', 'url("data:image/png;base64,AA+/=") center'],
    ['an address', '.a { background-image: url({{V}}) }', 'https://e.com/@me/a,b;c.png?x=1#y'],
    ['an address in quotes', `.a { background-image: url( '{{V}}' ) }`, 'https://e.com/a.png'],
    ['a text', '.a::before { content: "Dear {{V}}" }', 'Ada; {née} Byron, 36%: a@b.org'],
    ['a name', '.plan-{{V}} .a { color: red }', 'gold'],
  ])('takes %s as it is', (_, template, value) => {
    expect(render(template, value)).toBe(template.replace('{{V}}', value));
  });

  it.each([
    [
      'ends a declaration',
      '.a { color: {{V}} }',
      'red; position: fixed',
      '.a { color: red  position: fixed }',
    ],
    ['ends a block', '.a { color: {{V}} }', 'red } * { x: y', '.a { color: red   *   x: y }'],
    ['opens a block', '.{{V}} .a { color: red }', 'b{}c', '.b  c .a { color: red }'],
    ['opens a bracket', '.a { color: {{V}}; }', 'rgb(1', '.a { color: rgb(1); }'],
    ['closes a bracket', '.a { width: calc({{V}}) }', '1) [2', '.a { width: calc(1  [2]) }'],
    ['opens a string', '.a { color: {{V}}; }', '"red', '.a { color:  red; }'],
    ['opens a comment', '.a { color: {{V}}; }', 'red /* x', '.a { color: red /  x; }'],
    ['opens one with the text before', '.a { margin: 1/{{V}} }', '* x', '.a { margin: 1/ * x }'],
    ['opens one with the text after', '.a { margin: {{V}}*1 }', '1/', '.a { margin: 1/ *1 }'],
    ['imports a style sheet', '{{V}} .a { color: red }', '@import "x"', ' import "x" .a { color: red }'],
    ['escapes the text after', '.a { color: {{V}}; }', 'red\\', '.a { color: red ; }'],
    ['is markup', '.a { color: {{V}} }', '</style>', '.a { color:  /style> }'],
    ['ends a string', '.a { content: "{{V}}" }', 'a"; b: c', '.a { content: "a\\22 ; b: c" }'],
    ['ends the other string', `.a { content: '{{V}}' }`, `it's`, `.a { content: 'it\\27 s' }`],
    ['ends a line', '.a { content: "{{V}}" }', 'a\nb', '.a { content: "a\\a b" }'],
    ['escapes a quote', '.a { content: "{{V}}" }', 'a\\', '.a { content: "a\\5c " }'],
    ['is an import in a string', '.a { content: "{{V}}" }', '@IMPORT x', '.a { content: "\\40 IMPORT x" }'],
    ['is an address in a string', '.a { content: "{{V}}" }', 'url(x)', '.a { content: "url\\28 x)" }'],
    [
      'ends an address',
      '.a { background: url({{V}}) }',
      'x) ; b: c(',
      '.a { background: url(x%29%20;%20b:%20c%28) }',
    ],
    ['ends one in quotes', '.a { background: url("{{V}}") }', 'x"y', '.a { background: url("x%22y") }'],
    ['ends an import', '@import "{{V}}"; .a {}', 'x"; *{}', '@import "x%22;%20*%7B%7D"; .a {}'],
    [
      'is an address without quotes',
      '.a { background: {{V}} }',
      'url(a.png)',
      '.a { background: url("a.png") }',
    ],
    ['begins an address', '.a { background: {{V}} }', 'url(a"b)"', '.a { background: url (a"b)") }'],
    ['hides in an address', '.a { background: {{V}} }', `url('x}y"')`, `.a { background: url('x%7Dy%22') }`],
    ['ends a comment', '/* {{V}} */ .a { color: red }', '*/ * {}', '/*  */ .a { color: red }'],
    ['is a list', '.a { color: {{V}} }', ['a;', 'b'], '.a { color: ["a;","b"] }'],
    ['is not set', '.a { color: {{V}} }', undefined, '.a { color:  }'],
  ])('keeps a value where it is that %s', (_, template, value, expected) => {
    expect(render(template, value)).toBe(expected);
  });

  it('knows its own strings, comments and escapes from what they contain', () => {
    const template = `/* it's url( */ .a\\"b { content: "url(\\"/*"; color: {{V}}; x: url(a\\)b); y: {{V}} }`;
    expect(render(template, 'red;')).toBe(template.replaceAll('{{V}}', 'red '));
    expect(render('.a { x: "not closed\n; color: {{V}} }', '"')).toBe('.a { x: "not closed\n; color:   }');
    expect(render('.a { x: myurl({{V}}) }', 'a b')).toBe('.a { x: myurl(a b) }');
  });

  it('is left as it is if its values exceed the budget', () => {
    const template = '.a { color: {{V}} } .b { color: {{V}} }';
    expect(render(template, 'red', new FillBudget(5, () => {}))).toBe(template);
  });

  it.each(['"', "'", 'url(', 'url("', '\'"', '(', '/*', 'url( ', '\\', '@import '])(
    'takes linear time for %j',
    async (part) => {
      await expectLinear(
        (size) => {
          const value = part.repeat(size);
          for (const template of ['{{V}}', '"{{V}}"', 'url({{V}})', `${value}{{V}}`]) render(template, value);
        },
        { small: 2_000, large: 20_000 },
      );
    },
  );
});
