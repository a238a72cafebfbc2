import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDocument, encodeDocument } from '#lib/store/document-codec.ts';
import { MAX_INLINE_BYTES } from '#lib/store/document-parts.ts';

const roundTrip = (document: unknown) => decodeDocument(encodeDocument(document));

/** A JSON string that takes exactly this many bytes, including the quotes. */
const toJsonText = (bytes: number) => 'a'.repeat(bytes - 2);

describe('a document survives storage', () => {
  it('whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'large' }), (document) => {
        expect(roundTrip(document)).toEqual(JSON.parse(JSON.stringify(document)));
      }),
    );
  });

  it.each([
    ['nothing but an empty text', ''],
    ['an empty object', {}],
    ['null', null],
    ['one byte of JSON', 7],
  ])('at its smallest: %s', (_name, document) => {
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

  it('when it cannot be compressed', () => {
    const document = { noise: randomBytes(2 * 1_024 * 1_024).toString('base64') };
    const encoded = encodeDocument(document);
    // base64 carries 6 bits per byte, so no codec can shrink it below three quarters.
    expect(encoded.bytes.byteLength).toBeGreaterThan(encoded.rawBytes * 0.74);
    expect(decodeDocument(encoded)).toEqual(document);
  });

  it('with text of every unicode plane', () => {
    const planes = Array.from({ length: 17 }, (_, plane) => plane);

    const document = planes.map((plane) =>
      String.fromCodePoint(plane * 0x10000 + 0x41, plane * 0x10000 + 0x2f3, plane * 0x10000 + 0xfffd),
    );
    expect(roundTrip(document)).toEqual(document);
  });

  it('with half a surrogate pair, which has no UTF-8', () => {
    expect(roundTrip({ text: '\ud83d', '\udc00': 'key' })).toEqual({ text: '\ud83d', '\udc00': 'key' });
  });

  it('with NUL and every other control character', () => {
    const text = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');
    expect(roundTrip({ text })).toEqual({ text });
  });
});

describe('what was not stored by us is refused, never half returned', () => {
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

  it('a frame that would grow beyond what was stored', () => {
    const bomb = encodeDocument('a'.repeat(50 * 1_024 * 1_024));
    expect(bomb.bytes.byteLength).toBeLessThan(10_000);
    expect(() => decodeDocument({ ...bomb, rawBytes: 1_000 })).toThrow();
  });

  it('another codec', () => {
    expect(() => decodeDocument({ ...encoded, codec: 'gzip' as never })).toThrow('gzip');
  });
});
