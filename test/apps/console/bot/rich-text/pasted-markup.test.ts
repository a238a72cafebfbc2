import { describe, expect, it } from 'vitest';
import { type MarkupNode, readMarkup } from '#apps/console/bot/rich-text/pasted-markup.ts';
import { readPastedText } from '#apps/console/bot/rich-text/pasted-text.ts';
import { makeComment as comment, makeElement as e } from './markup.ts';

const read = (...children: (MarkupNode | string)[]) => readMarkup(e('body', {}, ...children));
const p = (...children: object[]) => ({ type: 'p', children });
const item = (text: string, ...lists: object[]) => ({
  type: 'li',
  children: [{ type: 'lic', children: [{ text }] }, ...lists],
});

describe('markup of a web page', () => {
  it('becomes paragraphs and headings with bold, italic and underlined texts and links', () => {
    const found = read(
      e('h2', { style: 'font-weight: 700' }, 'Opening hours'),
      '\n  ',
      e(
        'p',
        { class: 'intro' },
        'We are ',
        e('strong', {}, 'open'),
        '\n      on ',
        e('em', {}, e('u', {}, 'Mondays')),
        '.',
      ),
      e(
        'p',
        {},
        'See ',
        e(
          'a',
          { href: 'https://shop.example/', style: 'text-decoration: underline' },
          'the ',
          e('u', {}, 'shop'),
        ),
      ),
    );
    expect(found).toEqual([
      { type: 'h2', children: [{ text: 'Opening hours' }] },
      p(
        { text: 'We are ' },
        { bold: true, text: 'open' },
        { text: ' on ' },
        { italic: true, underline: true, text: 'Mondays' },
        { text: '.' },
      ),
      p({ text: 'See ' }, { type: 'a', url: 'https://shop.example/', children: [{ text: 'the shop' }] }),
    ]);
  });

  it('leaves out what runs, loads, styles or is hidden', () => {
    const found = read(
      e('style', {}, 'p { color: red }'),
      e('script', {}, 'alert(1)'),
      e(
        'p',
        { onclick: 'alert(2)' },
        'Hello',
        e('img', { src: 'https://spy.example/x', onerror: 'alert(3)' }),
      ),
      e('svg', { onload: 'alert(4)' }, e('script', {}, 'alert(5)'), e('text', {}, 'in a picture')),
      e('iframe', { srcdoc: '<script>alert(6)</script>' }, 'frame'),
      e('template', {}, 'template'),
      e('p', { style: 'display: none' }, 'hidden'),
      e('p', { hidden: '' }, 'hidden too'),
      comment('<b>comment</b>'),
    );
    expect(found).toEqual([p({ text: 'Hello' })]);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://shop.example/1',
    '/only/on/its/page',
    '#part',
    '',
  ])('keeps the text of a link to %j, without the link', (href) => {
    expect(read(e('a', { href }, 'here'))).toEqual([p({ text: 'here' })]);
  });

  it.each(['https://shop.example/?a=b', 'mailto:rosa@shop.example', 'tel:+41441234567'])(
    'keeps a link to %s',
    (href) => {
      expect(read(e('a', { href }, 'here'))).toEqual([
        p({ type: 'a', url: href, children: [{ text: 'here' }] }),
      ]);
    },
  );

  it('keeps lines within a paragraph, and empty lines between paragraphs', () => {
    const found = read(
      e('p', {}, 'One', e('br', {}), 'Two', e('br', {})),
      e('br', {}),
      e('div', {}, 'Three', e('div', {}, 'Four')),
    );
    expect(found).toEqual([
      p({ text: 'One\nTwo' }),
      p({ text: '' }),
      p({ text: 'Three' }),
      p({ text: 'Four' }),
    ]);
  });

  it('removes characters that nobody sees, and keeps those that join emoji', () => {
    const [family] = ['\u{1F468}\u200D\u{1F469}'];
    expect(read(e('p', {}, `\uFEFFWel\u00ADcome\u200B\u2060,\u00A0${family}\u0000!`))).toEqual([
      p({ text: `Welcome, ${family}!` }),
    ]);
    expect(readPastedText('\uFEFF\r\nOne\u200B\r\n\r\nTwo\n')).toEqual([
      p({ text: 'One' }),
      p({ text: '' }),
      p({ text: 'Two' }),
    ]);
  });

  it('keeps spaces of code, and puts cells of a row side by side', () => {
    const row = (...cells: string[]) => e('tr', {}, ...cells.map((cell) => e('td', {}, cell)));
    const found = read(
      e('pre', {}, 'if (a) {\n  b();\n}\n'),
      e('table', {}, e('tbody', {}, row('Mon', '9–12'), row('Tue', '13–17'))),
    );
    expect(found).toEqual([
      p({ text: 'if (a) {\n  b();\n}' }),
      p({ text: 'Mon 9–12' }),
      p({ text: 'Tue 13–17' }),
    ]);
  });

  it('becomes nested lists, each item with one text', () => {
    const found = read(
      e(
        'ul',
        {},
        '\n',
        e('li', {}, e('p', {}, 'Bread'), e('ol', {}, e('li', {}, 'Rye'), e('li', {}, 'Spelt'))),
        e('li', {}, 'Cake'),
      ),
      e('ol', { start: '3' }, e('li', {}, 'Third', e('p', {}, 'and more'))),
    );
    expect(found).toEqual([
      {
        type: 'ul',
        children: [item('Bread', { type: 'ol', children: [item('Rye'), item('Spelt')] }), item('Cake')],
      },
      { type: 'ol', start: 3, children: [item('Third\nand more')] },
    ]);
  });
});

describe('markup of Word', () => {
  it('loses its own elements, and keeps empty lines and the kinds and levels of lists', () => {
    const listed = (level: number, marker: string, text: string) =>
      e(
        'p',
        { class: 'MsoListParagraph', style: `text-indent:-18.0pt;mso-list:l0 level${level} lfo1` },
        comment('[if !supportLists]'),
        e(
          'span',
          { style: 'font-family:Symbol' },
          e('span', { style: 'mso-list:Ignore' }, marker, e('span', {}, '\u00A0\u00A0 ')),
        ),
        comment('[endif]'),
        text,
        e('o:p', {}),
      );
    const found = read(
      e('p', { class: 'MsoNormal' }, e('b', {}, e('span', { lang: 'EN-US' }, 'Our\r\nbread')), e('o:p', {})),
      e('p', { class: 'MsoNormal' }, e('o:p', {}, '\u00A0')),
      listed(1, '·', 'Rye'),
      listed(2, '1.', 'Dark'),
      listed(1, '·', 'Spelt'),
      e('p', { class: 'MsoNormal' }, 'Every day'),
    );
    expect(found).toEqual([
      p({ bold: true, text: 'Our bread' }),
      p({ text: '' }),
      { type: 'ul', children: [item('Rye', { type: 'ol', children: [item('Dark')] }), item('Spelt')] },
      p({ text: 'Every day' }),
    ]);
  });
});

describe('markup of Google Docs', () => {
  it('has its looks in styles, and a b element around everything that is not bold', () => {
    const span = (style: string, text: string) => e('span', { style: `white-space:pre-wrap;${style}` }, text);
    const found = read(
      e(
        'b',
        { style: 'font-weight:normal;', id: 'docs-internal-guid-1' },
        e(
          'p',
          { dir: 'ltr' },
          span('font-weight:400;font-style:normal;text-decoration:none', 'Plain  '),
          span('font-weight:700;font-style:normal;text-decoration:none', 'bold'),
          span('font-weight:400;font-style:italic;text-decoration:underline', ' both'),
          e('a', { href: 'https://shop.example' }, span('text-decoration:underline', ' link')),
        ),
        e('br', {}),
        e('ul', {}, e('li', { 'aria-level': '1' }, e('p', { role: 'presentation' }, span('', 'Item')))),
      ),
      e('br', { class: 'Apple-interchange-newline' }),
    );
    expect(found).toEqual([
      p(
        { text: 'Plain  ' },
        { bold: true, text: 'bold' },
        { italic: true, underline: true, text: ' both' },
        { type: 'a', url: 'https://shop.example', children: [{ text: ' link' }] },
      ),
      p({ text: '' }),
      { type: 'ul', children: [item('Item')] },
    ]);
  });
});
