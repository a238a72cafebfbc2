import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
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
    'shows %j, which has no text, unchanged',
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
  ])('shows text that %s unchanged or as Markdown', (_, markdown) => {
    expect(markdownToRichText(`${markdown}x`).length).toBe(1);
  });

  it('is the text itself exactly where the parser finds nothing but text', () => {
    const unit = fc.constantFrom(
      ...[
        'a',
        'Ωé',
        '😀',
        '\uD800',
        '0',
        '12',
        '.',
        ')',
        '(',
        '-',
        '+',
        '=',
        '#',
        '>',
        '~',
        '!',
        ':',
        '|',
        '"',
        "'",
      ],
      ...[' ', '  ', '    ', '\t', '\n', '\n\n', '\r', '\u00A0', '\u2028', '\uFEFF', '\v', '\0'],
      ...['*', '_', '`', '[', ']', '<', '\\', '&amp;', '&', ' a', 'b c', '1. ', '- '],
    );
    const text = fc.array(unit, { minLength: 1, maxLength: 8 }).map((units) => units.join(''));
    let plain = 0;
    fc.assert(
      fc.property(text, (markdown) => {
        const [block, ...others] = fromMarkdown(markdown).children;
        if (block?.type !== 'paragraph' || others.length > 0) return;
        const [inline, ...more] = block.children;
        if (inline?.type !== 'text' || more.length > 0 || markdown.trim() === '') return;
        plain += 1;
        const signs = /^[\s*_#>+-]*$/.test(markdown);
        expect(markdownToRichText(markdown)).toStrictEqual([p({ text: signs ? markdown : inline.value })]);
      }),
      { numRuns: 5_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  it('is not the text itself where the parser finds more', () => {
    const around = fc.constantFrom('', 'a', 'a b', '1', '\n', 'a\n', '\na', ' ', '\t');
    const syntax = fc.constantFrom(
      ...['*b*', '_b_', '`b`', '[b](c)', '![b](c)', '&amp;', '\\*', '\\\n', '  \n', '\r\n b', '\0', '<b>c'],
      ...[
        '\n\nb',
        '\n# b',
        '\n- b',
        '\n+ b',
        '\n* b',
        '\n1. b',
        '\n1) b',
        '\n> b',
        '\n---',
        '\n===',
        '\n~~~\nb',
        ' \nb',
      ],
    );
    fc.assert(
      fc.property(around, syntax, around, (before, middle, after) => {
        const markdown = `x${before}${middle}${after}`;
        const [block, ...others] = fromMarkdown(markdown).children;
        const isText = block?.type === 'paragraph' && block.children.length === 1 && others.length === 0;
        const [inline] = isText ? block.children : [];
        if (inline?.type === 'text' && inline.value === markdown) return;
        expect(markdownToRichText(markdown)).not.toStrictEqual([p({ text: markdown })]);
      }),
      { numRuns: 2_000 },
    );
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
