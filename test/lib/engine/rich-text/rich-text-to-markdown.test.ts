import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RichTextNode } from '#lib/engine/model/chat-protocol.ts';
import { markdownToRichText } from '#lib/engine/rich-text/markdown-to-rich-text.ts';
import { richTextToMarkdown } from '#lib/engine/rich-text/rich-text-to-markdown.ts';

const p = (...children: RichTextNode[]): RichTextNode => ({ type: 'p', children });
const t = (text: string, ...marks: string[]): RichTextNode => ({
  text,
  ...Object.fromEntries(marks.map((mark) => [mark, true])),
});
const a = (url: string, text: string): RichTextNode => ({ type: 'a', url, children: [t(text)] });
const li = (...children: RichTextNode[]): RichTextNode => ({ type: 'li', children });
const lic = (text: string): RichTextNode => ({ type: 'lic', children: [t(text)] });
const list = (type: 'ul' | 'ol', ...items: RichTextNode[]): RichTextNode => ({ type, children: items });

describe('Rich text as Markdown', () => {
  it.each<[string, RichTextNode[]]>([
    ['', []],
    ['a\nb\n\nc', [p(t('a')), p(t('b')), p(t('')), p(t('c'))]],
    ['a **b** _c_<u>u</u>', [p(t('a '), t('b', 'bold'), t(' c', 'italic'), t('u', 'underline'))]],
    [
      '~~gone~~ ***both*** `x`',
      [p(t('gone', 'strikethrough'), t(' both ', 'bold', 'italic'), t('x', 'code'))],
    ],
    ['<u>~~**all**~~</u>', [p(t('all', 'bold', 'strikethrough', 'underline'))]],
    ['a  b', [p(t('a'), t('  ', 'bold'), t('b'))]],
    ['x [L](https://q)', [p(t('x '), a('https://q', 'L'), t(''))]],
    [
      '* 1\n* 2\n\n1. 1\n2. 2',
      [list('ul', li(lic('1')), li(lic('2'))), list('ol', li(lic('1')), li(lic('2')))],
    ],
    ['Intro\n* 1\nOutro', [p(t('Intro')), list('ul', li(lic('1'))), p(t('Outro'))]],
    [
      '* 1\n  1. 2\n     * 3\n* 4',
      [list('ul', li(lic('1'), list('ol', li(lic('2'), list('ul', li(lic('3')))))), li(lic('4')))],
    ],
    ['* _ # < > [ ] 1. & `', [p(t('* _ # < > [ ] 1. & `'))]],
    ['z', [p({ type: 'inline-variable', value: '{{N}}', children: [t('')] }, t('z'))]],
    ['a\nb', [p(t('a\nb'))]],
    ['## h', [{ type: 'h2', children: [t('h')] }]],
    ['> a\n> b', [{ type: 'blockquote', children: [p(t('a')), p(t('b'))] }]],
    ['```\na\nb\n```', [p(t('a\nb', 'code'))]],
    ['a', [p(t('a')), p()]],
    ['a', [t('a')]],
    ['a', [{ type: 'unknown', children: [t('a')] }]],
    ['', [{ type: 'ul', children: 'x' }]],
  ])('%j', (markdown, nodes) => {
    expect(richTextToMarkdown(nodes)).toBe(markdown);
  });

  it.each([
    'One\n\nTwo',
    'Hello\n\n**bold**\nand _more_',
    '* 1\n* 2',
    '# h\n\ntext',
    '[l](https://e.com/?a=b&c=d)',
  ])('is preserved: %j', (markdown) => {
    expect(richTextToMarkdown(markdownToRichText(markdown))).toBe(markdown);
  });

  it('never throws', () => {
    const { node } = fc.letrec<{ node: RichTextNode }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.record({ text: fc.string(), bold: fc.jsonValue(), strikethrough: fc.boolean() }),
        fc.record({
          type: fc.constantFrom('p', 'a', 'ul', 'ol', 'li', 'lic', 'h1', 'h9', null),
          url: fc.jsonValue(),
          children: fc.oneof(fc.jsonValue(), fc.array(tie('node'))),
        }),
      ),
    }));
    fc.assert(fc.property(fc.array(node), (nodes) => typeof richTextToMarkdown(nodes) === 'string'));
  });
});
