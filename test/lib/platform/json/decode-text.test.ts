import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#lib/platform/json/decode-text.ts';

const LATIN_1 = [0x53, 0xe3, 0x6f];
const UTF_8 = [0x53, 0xc3, 0xa3, 0x6f];

const decode = (bytes: readonly number[], contentType?: string | null) =>
  decodeText(Uint8Array.from(bytes), contentType);

describe('The text of a response', () => {
  it.each<[string, readonly number[], string]>([
    ['application/json; charset=ISO-8859-1', LATIN_1, 'São'],
    ['text/plain;charset="iso-8859-1"', LATIN_1, 'São'],
    ['text/plain; CHARSET=LATIN1', LATIN_1, 'São'],
    ["text/plain; charset='latin1'", LATIN_1, 'São'],
    ['text/html ; boundary="a;charset=utf-8" ; charset = windows-1252 ; x=1', LATIN_1, 'São'],
    ['text/plain; charset=windows-1252', [0x93, 0x80, 0x94], '“€”'],
    ['text/plain; charset=shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['text/plain; charset=GB2312', [0xd6, 0xd0], '中'],
    ['text/plain; charset=windows-1251', [0xc4, 0xe0], 'Да'],
    ['text/plain; charset=utf-16le', [0x53, 0x00, 0xe3, 0x00], 'Sã'],
    ['application/json; charset=utf-8', UTF_8, 'São'],
    ['application/json; charset=UTF8', UTF_8, 'São'],
  ])('with %s has that charset', (contentType, bytes, text) => {
    expect(decode(bytes, contentType)).toBe(text);
  });

  it.each([
    undefined,
    null,
    '',
    'application/json',
    'text/plain; charset=',
    'text/plain; charset=klingon',
    'text/plain; charset=utf-7',
    'text/plain; x-charset=latin1',
    'text/plain; boundary="charset=latin1"',
    'text/plain; charset=utf-8; charset=latin1',
  ])('with %j is UTF-8', (contentType) => {
    expect(decode(UTF_8, contentType)).toBe('São');
  });

  it.each<[string, readonly number[]]>([
    ['UTF-8', [0xef, 0xbb, 0xbf, ...UTF_8]],
    ['UTF-16, least significant byte first', [0xff, 0xfe, 0x53, 0, 0xe3, 0, 0x6f, 0]],
    ['UTF-16, most significant byte first', [0xfe, 0xff, 0, 0x53, 0, 0xe3, 0, 0x6f]],
  ])('with the byte order mark of %s ignores the header', (_, bytes) => {
    for (const charset of ['iso-8859-1', 'utf-16', 'utf-16be', 'utf-8']) {
      expect(decode(bytes, `text/plain; charset=${charset}`)).toBe('São');
    }
  });

  it('replaces malformed bytes', () => {
    expect(decode(LATIN_1)).toBe('S\ufffdo');
    expect(decode([0x53, 0x00, 0xe3], 'text/plain; charset=utf-16le')).toBe('S\ufffd');
    expect(decode([])).toBe('');
  });
});

it('is decoded in one place', () => {
  const others = globSync(['lib/engine/**/*.ts', 'lib/chat/adapters/**/*.ts']).filter((file) =>
    /\bTextDecoder\b|toString\(['"]utf-?8/.test(readFileSync(file, 'utf8')),
  );
  expect(others).toStrictEqual([]);
});
