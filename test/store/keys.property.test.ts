import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexKeys, isId, keys } from '#lib/store/keys.ts';

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/);

/** Every kind of key that is built from an id. */
const getKeys = (of: string) => [
  keys.workspace(of),
  keys.draft(of),
  keys.published(of),
  keys.release(of, 1),
  keys.documentPart(of, 'parts', 0),
  keys.result(of),
  keys.answer(of, '2026-01-01T00:00:00.000Z', 1),
  keys.statsOfDay(of, '2026-01-01', 3),
  keys.logBatch(of, '2026-01-01T00:00:00.000Z', 'batch'),
  keys.session(of),
];

describe('keys', () => {
  it('of two ids never meet', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        fc.pre(one !== other);
        const ofOther = new Set(getKeys(other).map((key) => key.pk));
        for (const key of getKeys(one)) expect(ofOther.has(key.pk)).toBe(false);
      }),
    );
  });

  it('of one id are all different', () => {
    fc.assert(
      fc.property(id, (of) => {
        const all = getKeys(of).map((key) => `${key.pk} ${key.sk}`);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('refuse text that is not an id, a separator above all', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!isId(text));
        for (const build of [keys.draft, keys.result, keys.session, keys.workspace]) {
          expect(() => build(text)).toThrow('unchecked id');
        }
        expect(() => indexKeys.botOfWorkspace(text, 'now', 'bot')).toThrow('unchecked id');
      }),
    );
    expect(isId('a#b')).toBe(false);
    expect(isId('')).toBe(false);
    expect(isId('a'.repeat(129))).toBe(false);
  });

  it('fit into DynamoDB: 2,048 bytes of partition key and 1,024 of sort key, in the index too', () => {
    const longest = 'a'.repeat(128);
    const all = [
      ...getKeys(longest),
      keys.publicIdClaim('a'.repeat(255)),
      keys.customDomainClaim('a'.repeat(500)),
      indexKeys.botOfWorkspace(longest, new Date().toISOString(), longest),
      indexKeys.resultOfBot(longest, new Date().toISOString(), longest),
      indexKeys.tokenOfWorkspace(longest, new Date().toISOString(), longest),
    ];
    for (const key of all) {
      const [partition, sort] = Object.values(key);
      expect(Buffer.byteLength(String(partition))).toBeLessThanOrEqual(2_048);
      expect(Buffer.byteLength(String(sort))).toBeLessThanOrEqual(1_024);
    }
  });

  it('order releases and parts by number, not by text', () => {
    const releases = [1, 2, 9, 10, 11, 100, 12_345].map((release) => keys.release('bot', release).sk);
    expect(releases.toSorted()).toEqual(releases);
    const parts = [0, 1, 9, 10, 13, 100].map((part) => keys.documentPart('bot', 'parts', part).sk);
    expect(parts.toSorted()).toEqual(parts);
  });
});
