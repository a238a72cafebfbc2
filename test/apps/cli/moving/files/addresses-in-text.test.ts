import { describe, expect, it } from 'vitest';
import { listAddresses, replaceAddresses } from '#apps/cli/moving/files/addresses-in-text.ts';

const list = (value: unknown) => listAddresses(value, () => true);

describe('addresses in texts', () => {
  it.each([
    ['alone', 'https://a.example/x.png', ['https://a.example/x.png']],
    ['in a sentence', 'See https://a.example/x.png.', ['https://a.example/x.png']],
    ['in CSS', 'a { background: url(https://a.example/x.png); }', ['https://a.example/x.png']],
    ['in HTML', '<img src="https://a.example/x.png?v=1&w=2">', ['https://a.example/x.png?v=1&w=2']],
    ['in Markdown', '[x](https://a.example/x.png)!', ['https://a.example/x.png']],
    ['with brackets in the name', 'https://a.example/x%20(1).png', ['https://a.example/x%20(1).png']],
    [
      'in the answer of a file input',
      'https://a.example/1,2.png, https://a.example/b.png',
      ['https://a.example/1,2.png', 'https://a.example/b.png'],
    ],
    ['twice', 'https://a.example/x https://a.example/x', ['https://a.example/x']],
    ['with a variable', 'https://a.example/{{Name}}.png', []],
    ['of another kind', 'ftp://a.example/x.png, //a.example/x.png', []],
    ['that are not valid', 'https://[x/y.png', []],
    ['longer than any file has', `https://a.example/${'x'.repeat(3_000)}`, []],
  ])('are found %s', (_, text, expected) => {
    expect(list(text)).toEqual(expected);
  });

  it('are replaced at every depth, and the rest is the same object', () => {
    const kept = { title: 'No address', list: [1, null, true] };
    const document = { kept, blocks: [{ url: 'https://a.example/x' }] };
    const replaced = replaceAddresses(document, (address) => address.replace('a.example', 'b.example'));
    expect(replaced).toEqual({ kept, blocks: [{ url: 'https://b.example/x' }] });
    expect(replaced.kept).toBe(kept);
    expect(replaceAddresses(document, (address) => address)).toBe(document);
  });

  it('are found in hostile texts in linear time', () => {
    const hostile = [
      'https://'.repeat(20_000),
      `https://a.example/${'('.repeat(100_000)}`,
      ',https://'.repeat(20_000),
    ];
    for (const text of hostile) expect(list(text)).toBeInstanceOf(Array);
  });
});
