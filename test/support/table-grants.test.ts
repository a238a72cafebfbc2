import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getItem, putItem } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';
import { neededGrants, underItsGrants } from './table-grants.ts';
import { startTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const run = (endpointId: string, work: () => Promise<unknown>) =>
  underItsGrants(endpointId, work)({}, {} as Context);

describe('A function in the tests of this process', () => {
  it('may do what its contract grants', async () => {
    await run('get-bot', () => getItem(keys.draft('b1')));
    await run('rename-workspace', () => putItem(keys.workspace('w1')));
  });

  it.each([
    [
      'read what it may only write',
      'rename-workspace',
      () => getItem(keys.workspace('w1')),
      'read WORKSPACE',
    ],
    ['write what it may only read', 'delete-results', () => putItem(keys.draft('b1')), 'write BOT'],
    ['touch the items of others', 'start-chat', () => getItem(keys.token('0'.repeat(64))), 'read TOKEN'],
  ])('cannot %s', async (_, endpointId, work, needed) => {
    await expect(run(endpointId, work)).rejects.toThrow(
      `The contract of ${endpointId} does not grant: ${needed}`,
    );
  });
});

describe('neededGrants', () => {
  it('tells the lists of one kind of partition apart', () => {
    const list = (partition: string) =>
      neededGrants({ action: 'dynamodb:Query', leadingKeys: [partition], attributes: [], isIndex: true });
    expect(['WORKSPACE#w#BOTS', 'WORKSPACE#w#TOKENS', 'WORKSPACE#LIST'].flatMap(list)).toEqual([
      'list bots',
      'list tokens',
      'list workspaces',
    ]);
  });
});
