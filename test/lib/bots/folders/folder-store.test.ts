import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { createFolder } from '#lib/bots/folders/create-folder.ts';
import { deleteFolder, MOVING_MS } from '#lib/bots/folders/delete-folder.ts';
import { MAX_FOLDERS } from '#lib/bots/folders/folder.ts';
import { readFolders, rewriteFolders } from '#lib/bots/folders/folder-store.ts';
import { updateFolder } from '#lib/bots/folders/update-folder.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

let database: TestDatabase;
let workspaceId: string;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  await expectSoundTable();
  await database.stop();
});
beforeEach(async () => {
  ({ id: workspaceId } = await insertWorkspace({ name: 'With folders' }));
});

const toCaller = () => ({
  tokenId: 't',
  tokenName: 'CI',
  grants: new Map([[workspaceId, 'editor' as const]]),
});
const create = async (name: string, parentFolderId: string | null = null) =>
  await createFolder({ workspaceId, name, parentFolderId }, toCaller());
const move = async (folderId: string, parentFolderId: string | null) =>
  await updateFolder({ workspaceId, folderId }, { parentFolderId }, toCaller());
const byName = async () =>
  Object.fromEntries(
    (await readFolders(workspaceId)).map(({ name, parentFolderId }) => [name, parentFolderId]),
  );

describe('changes at the same time', () => {
  it('all survive', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => create(`Folder ${n}`)));
    expect(await readFolders(workspaceId)).toHaveLength(20);
    expect(await getItem(keys.folders(workspaceId))).toMatchObject({ version: 20 });
  });

  it('do not put two folders into each other', async () => {
    const [a, b] = [await create('A'), await create('B')];
    const moves = await Promise.allSettled([move(a.id, b.id), move(b.id, a.id)]);
    expect(moves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the item', () => {
  it('holds the largest tree', async () => {
    const [first] = [await create('First')];
    const now = new Date().toISOString();
    const largest = Array.from({ length: MAX_FOLDERS }, (_, n) => ({
      id: n === 0 ? first.id : `${n}`.padEnd(64, 'x'),
      name: '木'.repeat(120),
      parentFolderId: n === 0 ? null : first.id,
      createdAt: now,
      updatedAt: now,
    }));
    const change = { ...changeOrigin(toCaller()), action: 'updateFolder' as const, workspaceId };
    await rewriteFolders(change, () => largest);
    expect(await readFolders(workspaceId)).toHaveLength(MAX_FOLDERS);
    await expect(create('One more')).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('deleteFolder', () => {
  it('moves the folders in it to its parent', async () => {
    const a = await create('A');
    const b = await create('B', a.id);
    await create('C', b.id);
    await deleteFolder({ workspaceId, folderId: b.id }, MOVING_MS, toCaller());
    expect(await byName()).toEqual({ A: null, C: a.id });
    await deleteFolder({ workspaceId, folderId: a.id }, MOVING_MS, toCaller());
    expect(await byName()).toEqual({ C: null });
  });

  it('keeps the folder until all bots are moved', async () => {
    const a = await create('A');
    const { bot } = await createBot({ workspaceId, bot: { folderId: a.id } }, toCaller());
    const which = { workspaceId, folderId: a.id };
    await expect(deleteFolder(which, -1, toCaller())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfterSeconds: 1,
    });
    expect(await byName()).toEqual({ A: null });
    await deleteFolder(which, MOVING_MS, toCaller());
    expect((await readBot(bot.head.id, () => {}))?.document.folderId).toBeNull();
  });
});
