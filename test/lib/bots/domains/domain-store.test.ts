import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseDomains, insertDomain, readDomain, readDomains } from '#lib/bots/domains/domain-store.ts';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/platform/store/keys.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

describe('eraseDomains', () => {
  it('deletes all names of the workspace', async () => {
    for (const name of ['a.example.com', 'b.example.com']) {
      await insertDomain({ name, workspaceId: 'erased' }, 'operator');
    }
    await eraseDomains('erased');
    expect(await readDomains('erased')).toEqual([]);
    expect(await readDomain('a.example.com')).toBeUndefined();
  });

  it('leaves a name to the workspace that has registered it since, though the index does not know yet', async () => {
    const name = 'sold.example.com';
    const createdAt = '2026-01-01T00:00:00.000Z';
    // As the index shows it for a moment: still in the list of the workspace that gave it up.
    await putItem({
      ...keys.registeredDomain(name),
      ...indexKeys.domainOfWorkspace('seller', createdAt, name),
      name,
      workspaceId: 'buyer',
      createdAt,
    });
    await eraseDomains('seller');
    expect(await readDomain(name)).toMatchObject({ workspaceId: 'buyer' });
  });
});
