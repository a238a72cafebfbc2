import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownToRichText } from '#lib/engine/rich-text/markdown-to-rich-text.ts';

const p = (...children: unknown[]) => ({ type: 'p', children });
const li = (...children: unknown[]) => ({ type: 'li', children });
const lic = (text: string) => ({ type: 'lic', children: [{ text }] });
const EMPTY = p({ text: '' });

describe('Markdown as rich text', () => {
  it.each<[string, unknown[]]>([
    ['', []],
    ['   ', []],
    ['Good day!', [p({ text: 'Good day!' })]],
    ['One\n\nTwo', [p({ text: 'One' }), EMPTY, p({ text: 'Two' })]],
    ['One\n\n\nTwo', [p({ text: 'One' }), EMPTY, EMPTY, p({ text: 'Two' })]],
    ['\n\nOne\n\n', [p({ text: 'One' })]],
    ['**One**\nTwo', [p({ bold: true, text: 'One' }, { text: '\nTwo' })]],
    ['a*b*c', [p({ text: 'a' }, { italic: true, text: 'b' }, { text: 'c' })]],
    ['**_x_**', [p({ bold: true, italic: true, text: 'x' })]],
    ['`c`', [p({ code: true, text: 'c' })]],
    ['<b>x</b>', [p({ text: '<b>' }, { text: 'x' }, { text: '</b>' })]],
    ['<div>x</div>', [p({ text: '<div>x</div>' })]],
    ['[l](https://e.com)', [p({ type: 'a', url: 'https://e.com', children: [{ text: 'l' }] })]],
    ['[l]\n\n[l]: https://e.com', [p({ text: 'l' })]],
    ['![a](https://e.com/i.png)', [p({ type: 'a', url: 'https://e.com/i.png', children: [{ text: 'a' }] })]],
    ['a  \nb', [p({ text: 'a' }, { text: '\n' }, { text: 'b' })]],
    ['# h', [{ type: 'h1', children: [{ text: 'h' }] }]],
    ['* 1\n* 2', [{ type: 'ul', children: [li(lic('1')), li(lic('2'))] }]],
    ['1. x', [{ type: 'ol', children: [li(lic('x'))] }]],
    ['* 1\n  1. 2', [{ type: 'ul', children: [li(lic('1'), { type: 'ol', children: [li(lic('2'))] })] }]],
    ['> q', [{ type: 'blockquote', children: [p({ text: 'q' })] }]],
    ['```\nx\ny\n```', [p({ code: true, text: 'x\ny' })]],
    ['a\n\n---\n\nb', [p({ text: 'a' }), EMPTY, p({ text: '---' }), EMPTY, p({ text: 'b' })]],
    ['["p","q"]', [p({ text: '["p","q"]' })]],
    ['C:\\\\Apps', [p({ text: 'C:\\Apps' })]],
  ])('%j', (markdown, richText) => {
    expect(markdownToRichText(markdown)).toStrictEqual(richText);
  });

  it.each(['-', '2.', '#', '***', '[x]: https://e.com', '>'])(
    'shows %j, which has no text, as it is',
    (markdown) => {
      expect(JSON.stringify(markdownToRichText(markdown))).toContain(
        JSON.stringify({ text: markdown }).slice(1, -1),
      );
    },
  );

  it.each([
    ['is long', 'a '.repeat(20_000)],
    ['takes long', '* '.repeat(9_000)],
    ['is nested deeply', '> '.repeat(9_000)],
  ])('shows what %s as it is, or as Markdown', (_, markdown) => {
    expect(markdownToRichText(`${markdown}x`).length).toBe(1);
  });

  it('never throws', () => {
    const unit = fc.constantFrom(
      '*',
      '_',
      '`',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '#',
      '\n',
      ' ',
      '1.',
      '-',
      'a',
      '\\',
      '&',
      '!',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit })), (markdown) => {
        const nodes = markdownToRichText(markdown);
        expect(nodes.length > 0 || markdown.trim() === '').toBe(true);
      }),
    );
  });
});
