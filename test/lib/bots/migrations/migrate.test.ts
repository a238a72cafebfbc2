import { describe, expect, it } from 'vitest';
import { BOT_VERSIONS, type BotVersion } from '#lib/bots/document/bot-version.ts';
import { canMigrate, migrateTo, migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { frozen, group, smallBot, startEdge, startGroup } from './small-bot.ts';

/** Returns a bot that every migration step changes. */
function oldBot(version: BotVersion) {
  return frozen(
    smallBot({
      version,
      groups: [startGroup(), group('g', [{ id: 'h', type: 'Webhook', webhookId: 'w' }])],
      edges: [startEdge('g')],
    }),
  );
}

const emptyRequest = { id: 'h', type: 'Webhook', options: { webhook: { method: 'POST', id: 'w' } } };

describe('migrateToLatest', () => {
  it.each(['6', '6.1'] as const)('returns a document of version %s unchanged', (version) => {
    const document = oldBot(version);
    expect(migrateToLatest(document)).toBe(document);
  });

  it.each(['3', '4', '5'] as const)('migrates from version %s to 6', (version) => {
    const migrated = migrateToLatest(oldBot(version));
    expect(migrated.version).toBe('6');
    expect(migrated.events?.map((event) => event.id)).toStrictEqual(['start']);
    expect(migrated.edges[0]?.from).toStrictEqual({ eventId: 'start' });
  });

  it('runs every intermediate step', () => {
    expect(migrateToLatest(oldBot('3')).groups).toStrictEqual([group('g', [emptyRequest])]);
  });

  it("skips steps below the document's version", () => {
    expect(migrateToLatest(oldBot('4')).groups).toStrictEqual([
      group('g', [{ id: 'h', type: 'Webhook', webhookId: 'w' }]),
    ]);
  });
});

describe('migrateTo', () => {
  it('stops at the target version', () => {
    const migrated = migrateTo(oldBot('3'), '5');
    expect(migrated.version).toBe('5');
    expect(migrated.events).toBeNull();
    expect(migrated.groups).toStrictEqual([startGroup(), group('g', [emptyRequest])]);
  });

  it('migrates to 6.1 on request, changing only the version', () => {
    expect(migrateTo(oldBot('4'), '6.1')).toStrictEqual({ ...migrateTo(oldBot('4'), '6'), version: '6.1' });
    const document = oldBot('6');
    expect(migrateTo(document, '6.1')).toStrictEqual({ ...document, version: '6.1' });
  });

  it.each(BOT_VERSIONS)('returns a document of version %s unchanged if that is the target', (version) => {
    const document = oldBot(version);
    expect(migrateTo(document, version)).toBe(document);
  });

  it('rejects a downgrade', () => {
    expect(() => migrateTo(oldBot('6'), '5')).toThrow(
      new RangeError('Cannot migrate a bot from version 6 to 5'),
    );
    expect(() => migrateTo(oldBot('6.1'), '6')).toThrow(RangeError);
  });
});

describe('canMigrate', () => {
  it('allows only the same and newer versions', () => {
    const allowed = BOT_VERSIONS.map((from) => BOT_VERSIONS.filter((target) => canMigrate(from, target)));
    expect(allowed).toStrictEqual([
      ['3', '4', '5', '6', '6.1'],
      ['4', '5', '6', '6.1'],
      ['5', '6', '6.1'],
      ['6', '6.1'],
      ['6.1'],
    ]);
  });
});
