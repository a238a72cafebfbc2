import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexKeys, isHostName, isId, type Key, keys } from '#lib/platform/store/keys.ts';

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/);

const TIME = '2026-01-01T00:00:00.000Z';
const digest = (of: string) => createHash('sha256').update(of).digest('hex');

const toHostName = (of: string) => `${digest(of).slice(0, 60)}.example`;

/** How to build each key from an id. */
const KEYS = {
  workspace: keys.workspace,
  madeWorkspace: (of) => keys.madeWorkspace(of, TIME, of),
  token: (of) => keys.token(digest(of)),
  invitationPartition: (of) => ({ pk: keys.invitationPartition(of), sk: '' }),
  invitation: (of) => keys.invitation(of, of),
  personPartition: (of) => ({ pk: keys.personPartition(of), sk: '' }),
  person: (of) => keys.person(of, digest(of)),
  usedNonce: (of) => keys.usedNonce(of, digest(of)),
  draft: keys.draft,
  published: keys.published,
  release: (of) => keys.release(of, 1),
  chatsEnd: keys.chatsEnd,
  documentPart: (of) => keys.documentPart(of, 'parts', 0),
  publicIdClaim: keys.publicIdClaim,
  customDomainClaim: keys.customDomainClaim,
  registeredDomain: (of) => keys.registeredDomain(toHostName(of)),
  credentials: (of) => keys.credentials(of, 'c1'),
  credentialsPartition: (of) => ({ pk: keys.credentialsPartition(of), sk: '' }),
  folders: keys.folders,
  result: keys.result,
  answer: (of) => keys.answer(of, TIME, 1),
  statsOfDay: (of) => keys.statsOfDay(of, '2026-01-01', 3),
  quotaOfDay: (of) => keys.quotaOfDay(of, '2026-01-01', 'UPLOAD_BYTES'),
  statsPartition: (of) => ({ pk: keys.statsPartition(of), sk: '' }),
  quotaPartition: (of) => ({ pk: keys.quotaPartition(of), sk: '' }),
  logPartition: (of) => ({ pk: keys.logPartition(of), sk: '' }),
  logBatch: (of) => keys.logBatch(of, TIME, 'batch'),
  erasedPartition: (of) => ({ pk: keys.erasedPartition(of), sk: '' }),
  erasedResult: (of) => keys.erasedResult(of, digest('result')),
  session: keys.session,
  job: keys.job,
  auditTrail: (of) => ({ pk: keys.auditTrail(of), sk: '' }),
  auditEntry: (of) => keys.auditEntry(of, TIME, 'change'),
  idempotency: (of) => keys.idempotency(of, digest('key')),
  idempotencyPart: (of) => keys.idempotencyPart(of, digest('key'), 'parts', 0),
} satisfies Record<Exclude<keyof typeof keys, 'health'>, (of: string) => Key>;

const INDEX_KEYS = {
  workspace: (of) => indexKeys.workspace(TIME, of),
  tokenOfWorkspace: (of) => indexKeys.tokenOfWorkspace(of, TIME, of),
  botOfWorkspace: (of) => indexKeys.botOfWorkspace(of, TIME, of),
  archivedBotOfWorkspace: (of) => indexKeys.archivedBotOfWorkspace(of, TIME, of),
  domainOfWorkspace: (of) => indexKeys.domainOfWorkspace(of, TIME, 'a.example'),
  releaseOfBot: (of) => indexKeys.releaseOfBot(of, TIME, 1),
  resultOfBot: (of) => indexKeys.resultOfBot(of, TIME, of),
  jobOfWorkspace: (of) => indexKeys.jobOfWorkspace(of, TIME, of),
} satisfies Record<keyof typeof indexKeys, (of: string) => object>;

const getKeys = (of: string) => Object.values(KEYS).map((build) => build(of));

describe('keys', () => {
  it('of different ids never collide', () => {
    fc.assert(
      fc.property(id, id, (one, other) => {
        fc.pre(one !== other);
        const ofOther = new Set(getKeys(other).map((key) => key.pk));
        for (const key of getKeys(one)) expect(ofOther.has(key.pk)).toBe(false);
      }),
    );
  });

  it('of one id are unique', () => {
    fc.assert(
      fc.property(id, (of) => {
        const all = getKeys(of).map((key) => `${key.pk} ${key.sk}`);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  it('reject text that is not an id, in particular separators', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!isId(text));
        // Hashed, or validated by rules of their own.
        const { token, publicIdClaim, customDomainClaim, registeredDomain, ...ofIds } = KEYS;
        for (const build of [...Object.values(ofIds), ...Object.values(INDEX_KEYS)]) {
          expect(() => build(text)).toThrow('invalid id');
        }
      }),
    );
    expect(isId('a#b')).toBe(false);
    expect(isId('')).toBe(false);
    expect(isId('a'.repeat(129))).toBe(false);
  });

  it('reject text that is not a host name, in particular separators', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9.#*_-]{0,60}$/));
    fc.assert(
      fc.property(text, (name) => {
        fc.pre(!isHostName(name));
        expect(() => keys.registeredDomain(name)).toThrow('invalid host name');
        expect(() => indexKeys.domainOfWorkspace('w', TIME, name)).toThrow('invalid host name');
      }),
    );
    for (const name of [
      'a#b.example',
      'A.example',
      'example',
      'a..example',
      '-a.example',
      `${'a.'.repeat(127)}de`,
    ]) {
      expect([name, isHostName(name)]).toEqual([name, false]);
    }
    expect(isHostName(`${'a.'.repeat(125)}de`)).toBe(true);
  });

  it("stay within DynamoDB's limits of 2,048 bytes for partition keys and 1,024 for sort keys, also in the index", () => {
    const longest = 'a'.repeat(128);
    const all = [
      ...getKeys(longest),
      keys.publicIdClaim('a'.repeat(255)),
      keys.customDomainClaim('a'.repeat(500)),
      ...Object.values(INDEX_KEYS).map((build) => build(longest)),
    ];
    for (const key of all) {
      const [partition, sort] = Object.values(key);
      expect(Buffer.byteLength(String(partition))).toBeLessThanOrEqual(2_048);
      expect(Buffer.byteLength(String(sort))).toBeLessThanOrEqual(1_024);
    }
  });

  it('sort releases and parts numerically, not alphabetically', () => {
    const releases = [1, 2, 9, 10, 11, 100, 12_345].map((release) => keys.release('bot', release).sk);
    expect(releases.toSorted()).toEqual(releases);
    const parts = [0, 1, 9, 10, 13, 100].map((part) => keys.documentPart('bot', 'parts', part).sk);
    expect(parts.toSorted()).toEqual(parts);
  });
});
