import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Variables } from '#lib/engine/model/variables.ts';
import { renderRichText } from '#lib/engine/rich-text/render-rich-text.ts';
import { plainSandbox } from '#test/support/chat/plain-sandbox.ts';

const p = (...children: unknown[]) => ({ type: 'p', children });
const EMPTY = p({ text: '' });

const VALUES: Record<string, string | (string | null)[]> = {
  Name: 'Ida',
  Bold: '**b**',
  Mixed: 'a*b*c',
  Link: '[l](https://e.com)',
  Title: '# h',
  Item: '1. x',
  Items: 'See:\n\n* 1\n* 2',
  Lines: 'First\n\nsecond\n**third**',
  Tags: ['p', 'q'],
  None: [],
  Address: 'https://e.com/?a=b&c=d',
};

function render(richText: unknown, showsLastListElementOnly = false): unknown {
  const variables = new Variables([
    ...Object.entries(VALUES).map(([name, value]) => ({ id: name, name, value })),
    { id: 'Unset', name: 'Unset' },
  ]);
  return renderRichText(richText, { variables, sandbox: plainSandbox, flow: { showsLastListElementOnly } });
}

describe('Rich text', () => {
  it('without variables stays unchanged', () => {
    const richText = [
      p(
        { text: 'bold', bold: true },
        { text: ' and *not* Markdown' },
        { type: 'a', url: 'x', children: [{ text: '' }] },
      ),
      { type: 'ul', children: [{ type: 'li', children: [{ type: 'lic', children: [{ text: '1' }] }] }] },
      p({ text: '' }),
      p({ type: 'inline-variable', value: '{{Name}}', children: [{ text: '' }] }),
    ];
    expect(render(richText)).toStrictEqual(richText);
  });

  it.each<[string, unknown[]]>([
    ['Hi {{Name}}!', [{ text: 'Hi ' }, { text: 'Ida' }, { text: '!' }]],
    ['Hi {{Unset}}!', [{ text: 'Hi ' }, { text: '!' }]],
    ['{{Unset}} {{Nobody}}', [{ text: ' ' }]],
    ['{{= 1 + 1 =}} {{Unset}} ', [{ text: '2' }, { text: ' ' }, { text: ' ' }]],
    ['{{= null =}}{{= undefined =}}-', [{ text: '-' }]],
    ['= {{= ({ a: 1 }) =}}', [{ text: '= ' }, { text: '{"a":1}' }]],
    ['= {{= nope =}}', [{ text: '= ' }, { text: 'nope' }]],
    ['{{Bold}}.', [{ text: 'b', bold: true }, { text: '.' }]],
    ['{{Mixed}}.', [{ text: 'a' }, { text: 'b', italic: true }, { text: 'c' }, { text: '.' }]],
    ['{{Link}}.', [{ text: 'l' }, { text: '.' }]],
    ['{{Title}}.', [{ text: 'h' }, { text: '.' }]],
    ['{{Item}}.', [{ text: 'x' }, { text: '.' }]],
    [
      '{{Items}}.',
      [{ text: 'See:' }, { text: '\n\n' }, { text: '1' }, { text: '\n' }, { text: '2' }, { text: '.' }],
    ],
    [
      '{{Lines}}!',
      [
        { text: 'First' },
        { text: '\n\n' },
        { text: 'second\n' },
        { text: 'third', bold: true },
        { text: '!' },
      ],
    ],
    ['{{Tags}} {{None}}', [{ text: '["p","q"]' }, { text: ' ' }, { text: '[]' }]],
  ])('fills in the text %j', (text, children) => {
    expect(render([p({ text })])).toStrictEqual([p(...children)]);
  });

  it('gives values the marks of the text around them', () => {
    expect(render([p({ text: 'Hi {{Mixed}}', bold: true })])).toStrictEqual([
      p(
        { text: 'Hi ', bold: true },
        { text: 'a', bold: true },
        { text: 'b', bold: true, italic: true },
        { text: 'c', bold: true },
      ),
    ]);
    expect(render([p({ text: '{{Name}}', bold: true })])).toStrictEqual([p({ text: 'Ida', bold: true })]);
  });

  it.each<[string, unknown[]]>([
    ['{{Name}}', [p({ text: 'Ida' })]],
    ['{{Unset}}', []],
    ['{{= null =}}', []],
    ['{{Link}}', [p({ type: 'a', url: 'https://e.com', children: [{ text: 'l' }] })]],
    ['{{Lines}}', [p({ text: 'First' }), EMPTY, p({ text: 'second\n' }, { text: 'third', bold: true })]],
  ])('replaces a paragraph that is %s with the blocks of its value', (text, blocks) => {
    expect(render([p({ text: 'before' }), p({ text })])).toStrictEqual([p({ text: 'before' }), ...blocks]);
  });

  it('shows a value inline with other texts', () => {
    expect(
      render([p({ text: 'Hi ', bold: true }, { text: '{{Name}}' }, { text: '{{Link}}' })]),
    ).toStrictEqual([
      p(
        { text: 'Hi ', bold: true },
        { text: 'Ida' },
        { type: 'a', url: 'https://e.com', children: [{ text: 'l' }] },
      ),
    ]);
  });

  it('unwraps elements that editors put around variables', () => {
    const wrapped = (text: string) => p({ type: 'variable', children: [{ text }] });
    expect(render([wrapped('{{Name}}'), wrapped('{{Unset}}')])).toStrictEqual([p({ text: 'Ida' }), p()]);
  });

  it('renders the URL and the text of a link', () => {
    const link = { type: 'a', url: '{{Address}}&e={{Unset}}', children: [{ text: '{{Name}}' }] };
    expect(render([p(link)])).toStrictEqual([
      p({ type: 'a', url: 'https://e.com/?a=b&c=d&e=', children: [{ text: 'Ida' }] }),
    ]);
  });

  it('shows only the last element of a list in old bots', () => {
    expect(render([p({ text: '{{Tags}}, {{None}} {{= ["x", "y"] =}}' })], true)).toStrictEqual([
      p({ text: 'q' }, { text: ', ' }, { text: ' ' }, { text: 'y' }),
    ]);
  });

  it.each([
    ['nothing', undefined, []],
    ['no list', { text: 'x' }, []],
    ['values that are not nodes', [null, 1, 'x', [p()], p({ text: 'x' })], [p({ text: 'x' })]],
    ['elements without children', [{ type: 'p' }], [p()]],
    ['a text that is not a string', [p({ text: 5 })], [p({ text: 5, children: [] })]],
  ])('may be %s', (_, richText, expected) => {
    expect(render(richText)).toStrictEqual(expected);
  });

  it('never throws, whatever a document holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())), (richText) => {
        expect(Array.isArray(render(richText))).toBe(true);
      }),
    );
  });
});
