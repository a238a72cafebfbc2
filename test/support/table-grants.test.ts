import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getItem, putItem, transact, updateItem, writeItems } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { neededGrants, underItsGrants } from './table-grants.ts';
import { startTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const entry = keys.auditEntry('w1', '2026-11-22T00:00:00.000Z', 'c1');

const run = (endpointId: string, work: () => Promise<unknown>) =>
  underItsGrants(endpointId, work)({}, {} as Context);

describe('A function running in the test process', () => {
  it('may use the grants in its contract', async () => {
    await run('get-bot', () => getItem(keys.draft('b1')));
    await run('rename-workspace', () => putItem(keys.workspace('w1')));
    await run('create-token', () => putItem(entry));
    await run('create-token', () => transact([{ put: { ...entry, sk: 'other' } }]));
  });

  it.each([
    [
      'read what it may only write to',
      'rename-workspace',
      () => getItem(keys.workspace('w1')),
      'read WORKSPACE',
    ],
    [
      'write what it may only read',
      'delete-results',
      () => putItem(keys.draft('b1')),
      'write BOT or append BOT',
    ],
    ['delete what it may only append', 'create-token', () => transact([{ delete: entry }]), 'write AUDIT'],
    [
      'update what it may only append',
      'create-token',
      () => updateItem(entry, { expression: 'REMOVE actor' }),
      'write AUDIT',
    ],
    ['append in a batch', 'create-token', () => writeItems([{ put: entry }]), 'write AUDIT'],
    [
      'touch items that it has no grant for',
      'start-chat',
      () => getItem(keys.token('0'.repeat(64))),
      'read TOKEN',
    ],
  ])('cannot %s', async (_, endpointId, work, needed) => {
    await expect(run(endpointId, work)).rejects.toThrow(
      `The contract of ${endpointId} does not grant: ${needed}`,
    );
  });
});

describe('neededGrants', () => {
  it('distinguishes lists in the same kind of partition', () => {
    const list = (partition: string) =>
      neededGrants({ action: 'dynamodb:Query', leadingKeys: [partition], attributes: [], isIndex: true });
    expect(['WORKSPACE#w#BOTS', 'WORKSPACE#w#TOKENS', 'WORKSPACE#LIST'].flatMap(list)).toEqual([
      ['list bots'],
      ['list tokens'],
      ['list workspaces'],
    ]);
  });
});
