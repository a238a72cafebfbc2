import { describe, expect, it } from 'vitest';
import { frameAncestors } from '#lib/bots/page/frame-ancestors.ts';
import { getAllowedOrigins } from '#lib/chat/allowed-origins.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const ancestors = (allowedOrigins: unknown) => frameAncestors({ security: { allowedOrigins } } as JsonObject);

describe('who may show the page of a bot in a frame', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['  HTTPS://Shop.Example/page?a=1#b ', 'https://shop.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443/', 'https://shop.example:8443'],
    ['https://bäckerei.example', 'https://xn--bckerei-5wa.example'],
    ['https://my_shop.example', 'https://my_shop.example'],
    ['capacitor://localhost', 'capacitor://localhost'],
  ])('is %j', (origin, expected) => {
    expect(ancestors([origin])).toBe(`'self' ${expected}`);
    // The chat compares with the same.
    expect(getAllowedOrigins({ security: { allowedOrigins: [origin] } }, 'w1')).toEqual([expected]);
  });

  it.each([
    ['https://shop.example; script-src *'],
    ["'unsafe-inline'"],
    ["'none'"],
    ['*'],
    ['https:'],
    ['https://*.shop.example'],
    ['shop.example'],
    ['https://shop.example https://evil.example'],
    ['https://a.example,https://evil.example'],
    ['https://shop.example\r\nset-cookie: a=b'],
    ['data:'],
    ['null'],
    ['https://[2001:db8::1]'],
    ['javascript:alert(1)'],
  ])('is nobody else for %j, which adds nothing to the header', (hostile) => {
    const header = ancestors([hostile, 'https://shop.example']) ?? '';
    expect(
      header
        .replace(/^'self' /, '')
        .split(' ')
        .at(-1),
    ).toBe('https://shop.example');
    expect(header).not.toMatch(/[;,*\r\n]|unsafe|none|evil\.example|data|null|javascript/);
  });

  it('is everybody if the bot allows every origin', () => {
    for (const settings of [
      undefined,
      null,
      {},
      { security: null },
      { security: {} },
      { security: { allowedOrigins: 'x' } },
    ]) {
      expect(frameAncestors(settings)).toBeUndefined();
    }
    expect(ancestors([])).toBeUndefined();
    expect(ancestors(['', '  ', 5, null])).toBeUndefined();
  });

  it('is the site of the page alone if no origin of the list can be one', () => {
    expect(ancestors(['*'])).toBe("'self'");
  });

  it('names each origin once, and nobody if the list does not fit into a header', () => {
    expect(ancestors(['https://a.example', 'https://a.example/x', 'https://b.example'])).toBe(
      "'self' https://a.example https://b.example",
    );
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://shop-${index}.example`);
    expect(ancestors(many(200))?.length).toBeLessThan(6_000);
    expect(ancestors(many(5_000))).toBeUndefined();
  });
});
