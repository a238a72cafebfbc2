import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateToken, hashToken, isTokenForm, parseBearer } from '#lib/platform/auth/bearer-token.ts';
import { expectLinear } from '#test/support/growth.ts';

const token = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(tokenOfBytes);
const scheme = fc.mixedCase(fc.constant('bearer'));
const spaces = fc.integer({ min: 1, max: 5 }).map((count) => ' '.repeat(count));

function tokenOfBytes(bytes: Uint8Array): string {
  return `bot_${Buffer.from(bytes).toString('base64url')}`;
}

describe('parseBearer', () => {
  it('accepts any case of the scheme and any number of spaces', () => {
    fc.assert(
      fc.property(scheme, spaces, token, (scheme, spaces, token) => {
        expect(parseBearer(`${scheme}${spaces}${token}`)).toBe(token);
      }),
    );
  });

  it('never throws, and only returns well-formed tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, withScheme) => {
        const parsed = parseBearer(withScheme ? `Bearer ${text}` : text);
        if (parsed !== undefined) expect(parsed).toMatch(/^[A-Za-z0-9._~+/-]+=*$/);
      }),
    );
  });

  it('ignores other schemes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9-]{0,12}$/), token, (scheme, token) => {
        fc.pre(scheme.toLowerCase() !== 'bearer');
        expect(parseBearer(`${scheme} ${token}`)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['', 'nothing'],
    ['Bearer', 'no token'],
    ['Bearer ', 'no token'],
    ['Bearerabc', 'no space'],
    ['Bearer\tabc', 'a tab'],
    ['Bearer a b', 'two tokens'],
    ['Bearer abc, Bearer def', 'two headers joined'],
    [' Bearer abc', 'a leading space'],
    ['Bearer abc\n', 'a line break'],
    ['Bearer "abc"', 'quotes'],
    ['Bearer =', 'padding alone'],
  ])('rejects %j: %s', (header) => {
    expect(parseBearer(header)).toBeUndefined();
  });

  it.each([
    ['padding', (size: number) => `Bearer ${'a'.repeat(size)}${'='.repeat(size)}!`],
    ['spaces', (size: number) => `Bearer${' '.repeat(size)}!`],
  ])('runs in linear time on a hostile header of %s', async (_, header) => {
    await expectLinear((size) => parseBearer(header(size)), { small: 12_500, large: 200_000 });
  });
});

describe('tokens', () => {
  it('are unique, and consist of bot_ and 32 bytes in base64url', () => {
    const tokens = Array.from({ length: 1_000 }, generateToken);
    expect(new Set(tokens).size).toBe(1_000);
    for (const token of tokens) {
      expect(Buffer.from(token.slice(4), 'base64url')).toHaveLength(32);
      expect(isTokenForm(token)).toBe(true);
    }
  });

  it('match the format check for any 32 bytes', () => {
    fc.assert(
      fc.property(token, (token) => {
        expect(isTokenForm(token)).toBe(true);
      }),
    );
  });

  it('have a canonical encoding: no other text decodes to the same bytes', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const start = tokenOfBytes(new Uint8Array(32)).slice(0, -1);
    const toBytes = (token: string) => Buffer.from(token.slice(4), 'base64url').toString('hex');
    const spellings = [...alphabet].map((last) => start + last);
    const accepted = spellings.filter(isTokenForm);
    expect(new Set(accepted.map(toBytes)).size).toBe(accepted.length);
    expect(new Set(accepted.map(toBytes))).toEqual(new Set(spellings.map(toBytes)));
  });

  it.each(['', 'bot_', 'bot_abc', `bot_${'a'.repeat(42)}A\n`, `xbot_${'a'.repeat(42)}A`, 'a'.repeat(47)])(
    'do not match %j',
    (text) => {
      expect(isTokenForm(text)).toBe(false);
    },
  );

  it('are hashed with SHA-256', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
