import { describe, expect, it } from 'vitest';
import { jsonBody } from '#lib/platform/http/json-body.ts';
import { lowestCpuMs } from '#test/support/growth.ts';

/** Returns the body as parsed by the middleware. */
async function parsed(body: string, headers: Record<string, string> = {}, isBase64Encoded = false) {
  const event = { headers: { 'content-type': 'application/json', ...headers }, body, isBase64Encoded };
  await jsonBody({ mayBeAbsent: false }).before({ event });
  return { body: event.body as unknown };
}

const MANY = 3_000_000;

/** The padding makes a body too long for middy's parser, which handles only shorter ones. */
const LENGTHS: [length: string, padding: string][] = [
  ['short', ''],
  ['long', ' '.repeat(300_000)],
];

describe.each(LENGTHS)('a %s body', (_, padding) => {
  const send = (json: string) => parsed(json + padding);

  it('is parsed', async () => {
    const value = { a: [1, null, 'ü', { constructor: 'x', prototype: {} }], '': -0.5 };
    expect((await send(JSON.stringify(value))).body).toStrictEqual(value);
  });

  it.each([
    ['no JSON', '{"a":', /^The body is not valid JSON/],
    ['a number above the largest double', '[{"a":[1e999]}]', /too large to be stored$/],
    ['a number below the smallest double', '-1e999', /too large to be stored$/],
    ['the key __proto__', '[{"a":{"__proto__":1}}]', /key named __proto__/],
    [
      'a constructor with a prototype',
      '{"constructor":{"prototype":1}}',
      /key named __proto__ or constructor/,
    ],
    ['201 levels', '['.repeat(201) + ']'.repeat(201), /too deeply nested: at most 200 levels$/],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), /too deeply nested/],
  ])('is rejected for %s', async (_, json, message) => {
    await expect(send(json)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(message),
    });
  });

  it('may have 200 levels of nesting', async () => {
    await expect(send('['.repeat(200) + ']'.repeat(200))).resolves.toBeDefined();
  });
});

it('parses millions of values in linear time', async () => {
  const json = `[${Array(MANY).fill('1').join()}]`;
  const plainMs = await lowestCpuMs(() => JSON.parse(json));
  expect(await lowestCpuMs(() => parsed(json))).toBeLessThan(10 * plainMs);
});

function base64(content: Buffer | string): string {
  return Buffer.from(content).toString('base64');
}

describe('a base64-encoded body, as from a gateway with binary media types', () => {
  it('is decoded', async () => {
    expect((await parsed(base64('"ü\uFFFD"'), {}, true)).body).toBe('ü\uFFFD');
  });

  it('is rejected if it is not UTF-8', async () => {
    await expect(parsed(base64(Buffer.from('"ü"', 'latin1')), {}, true)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'The body is not valid UTF-8',
    });
  });
});

describe('a body whose endpoint limits its size', () => {
  const LIMIT_BYTES = 10;
  const send = async (body: string, isBase64Encoded = false) => {
    const event = { headers: { 'content-type': 'application/json' }, body, isBase64Encoded };
    await jsonBody({ mayBeAbsent: false, maxBytes: LIMIT_BYTES }).before({ event });
    return event.body as unknown;
  };

  it('may have that many bytes', async () => {
    expect(await send('"üüüü"')).toBe('üüüü');
  });

  it.each([
    ['text', '"üüüüü"', false],
    ['base64', base64('"üüüüü"'), true],
    ['invalid JSON', '{'.repeat(12), false],
  ])('is rejected if it has more, as %s', async (_, body, isBase64Encoded) => {
    await expect(send(body, isBase64Encoded)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      limitBytes: LIMIT_BYTES,
      actualBytes: 12,
    });
  });
});

describe('U+FFFD in a body', () => {
  const TEXT = '"\uFFFD"';

  it('is kept if the caller sent it', async () => {
    const length = String(Buffer.byteLength(TEXT));
    expect((await parsed(TEXT, { 'content-length': length })).body).toBe('\uFFFD');
  });

  it('is kept if its origin is unknown', async () => {
    expect((await parsed(TEXT)).body).toBe('\uFFFD');
  });

  it('is rejected if the gateway inserted it', async () => {
    await expect(parsed(TEXT, { 'content-length': '3' })).rejects.toMatchObject({
      message: 'The body is not valid UTF-8',
    });
  });
});
