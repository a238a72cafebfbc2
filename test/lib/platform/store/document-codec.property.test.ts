import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDocument, encodeDocument, MAX_INLINE_BYTES } from '#lib/platform/store/document-codec.ts';

const roundTrip = (document: unknown) => decodeDocument(encodeDocument(document));

/** Returns a JSON string of exactly this many bytes, including the quotes. */
const toJsonText = (bytes: number) => 'a'.repeat(bytes - 2);

describe('a document round-trips through storage', () => {
  it('whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'large' }), (document) => {
        expect(roundTrip(document)).toEqual(JSON.parse(JSON.stringify(document)));
      }),
    );
  });

  it.each([
    ['an empty string', ''],
    ['an empty object', {}],
    ['null', null],
    ['one byte of JSON', 7],
  ])('for the smallest values: %s', (_name, document) => {
    expect(roundTrip(document)).toEqual(document);
  });

  it.each([MAX_INLINE_BYTES - 1, MAX_INLINE_BYTES, MAX_INLINE_BYTES + 1, 5 * 1_024 * 1_024])(
    'at %d bytes of JSON',
    (bytes) => {
      const document = toJsonText(bytes);
      const encoded = encodeDocument(document);
      expect(encoded.rawBytes).toBe(bytes);
      expect(decodeDocument(encoded)).toBe(document);
    },
  );

  it('if it is incompressible', () => {
    const document = { noise: randomBytes(2 * 1_024 * 1_024).toString('base64') };
    const encoded = encodeDocument(document);
    // base64 carries 6 bits per byte, so no codec can compress it below three quarters.
    expect(encoded.bytes.byteLength).toBeGreaterThan(encoded.rawBytes * 0.74);
    expect(decodeDocument(encoded)).toEqual(document);
  });

  it('with text from every Unicode plane', () => {
    const planes = Array.from({ length: 17 }, (_, plane) => plane);

    const document = planes.map((plane) =>
      String.fromCodePoint(plane * 0x10000 + 0x41, plane * 0x10000 + 0x2f3, plane * 0x10000 + 0xfffd),
    );
    expect(roundTrip(document)).toEqual(document);
  });

  it('with a lone surrogate, which has no UTF-8 encoding', () => {
    expect(roundTrip({ text: '\ud83d', '\udc00': 'key' })).toEqual({ text: '\ud83d', '\udc00': 'key' });
  });

  it('with NUL and every other control character', () => {
    const text = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');
    expect(roundTrip({ text })).toEqual({ text });
  });
});

describe('data not written by the codec is rejected, never partially returned', () => {
  const encoded = encodeDocument({ name: 'A bot', groups: Array.from({ length: 200 }, (_, id) => ({ id })) });

  it('a truncated document', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: encoded.bytes.byteLength - 1 }), (length) => {
        expect(() => decodeDocument({ ...encoded, bytes: encoded.bytes.subarray(0, length) })).toThrow();
      }),
    );
  });

  it.each([-1, 1])('a length that is off by %d', (off) => {
    expect(() => decodeDocument({ ...encoded, rawBytes: encoded.rawBytes + off })).toThrow();
  });

  it('a frame that decompresses to more than the declared length', () => {
    const bomb = encodeDocument('a'.repeat(50 * 1_024 * 1_024));
    expect(bomb.bytes.byteLength).toBeLessThan(10_000);
    expect(() => decodeDocument({ ...bomb, rawBytes: 1_000 })).toThrow();
  });

  it('an unknown codec', () => {
    expect(() => decodeDocument({ ...encoded, codec: 'gzip' as never })).toThrow('gzip');
  });
});
