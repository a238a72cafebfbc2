import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putItem } from '#lib/platform/store/dynamodb.ts';
import {
  insertWorkspace,
  readAllWorkspaces,
  readWorkspace,
  workspaceToPut,
} from '#lib/workspaces/store/workspace-store.ts';
import { type EmbeddedTable, startEmbeddedTable } from '#test/lib/workspaces/tokens/embedded-table.ts';

let database: EmbeddedTable;

beforeAll(async () => {
  database = await startEmbeddedTable();
});
afterAll(() => database.stop());

it('a workspace is found by its id, and listed newest first', async () => {
  const older = await insertWorkspace({ name: '  Support ', now: new Date('2026-11-20T10:00:00.000Z') });
  const newer = await insertWorkspace({ name: 'Sales', now: new Date('2026-11-21T10:00:00.000Z') });
  expect(older).toEqual({
    id: expect.stringMatching(/^[a-z][a-z0-9]{23}$/),
    name: 'Support',
    createdAt: '2026-11-20T10:00:00.000Z',
  });
  expect(await readWorkspace(older.id)).toEqual(older);
  const listed = await readAllWorkspaces();
  expect(listed.filter(({ id }) => id === older.id || id === newer.id)).toEqual([
    { ...newer, madeBy: null },
    { ...older, madeBy: null },
  ]);
});

it('the list shows the operator which workspace made another', async () => {
  const { item, created } = workspaceToPut({ name: 'Made', makers: ['nearest', 'farther'] });
  await putItem(item);
  expect(await readAllWorkspaces()).toContainEqual({ ...created, madeBy: 'nearest' });
});

it('an id that cannot be one finds no workspace', async () => {
  for (const text of ['unknown', '', 'a#b', '../x', '__proto__', 'a'.repeat(10_000)]) {
    expect(await readWorkspace(text)).toBeUndefined();
  }
});

describe('a name', () => {
  it('has up to 100 characters, counted as people count them', async () => {
    const name = '🙂'.repeat(100);
    expect((await insertWorkspace({ name })).name).toBe(name);
  });

  it.each([
    ['', 'empty'],
    [' \t\n ', 'blank'],
    ['a'.repeat(101), 'too long'],
    ['red \u001b[31malert', 'with a control character'],
  ])('%j is refused: %s', async (name) => {
    await expect(insertWorkspace({ name })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path: 'name' }],
    });
  });
});
