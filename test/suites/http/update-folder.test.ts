import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { createFolder, type FolderBody } from '#test/support/endpoints/folders.ts';

describeApi('PATCH /v1/folders/{folderId}', (api) => {
  const update = (id: string, folder: unknown, token?: string) =>
    api.request({
      method: 'PATCH',
      path: `/v1/folders/${id}`,
      body: { workspaceId: api.workspaceId, folder },
      ...(token && { token }),
    });
  const updated = async (id: string, folder: object) =>
    ((await update(id, folder)).body as { folder: FolderBody }).folder;

  describe('200', () => {
    it('renames it', async () => {
      const folder = await createFolder(api);
      const renamed = await updated(folder.id, { name: ' Renamed ' });
      expect(renamed).toEqual({ ...folder, name: 'Renamed', updatedAt: expect.any(String) });
    });

    it('moves it into a folder and out again', async () => {
      const [parent, folder] = [await createFolder(api), await createFolder(api)];
      expect((await updated(folder.id, { parentFolderId: parent.id })).parentFolderId).toBe(parent.id);
      expect((await updated(folder.id, { name: 'Still there' })).parentFolderId).toBe(parent.id);
      expect((await updated(folder.id, { parentFolderId: null })).parentFolderId).toBeNull();
    });

    it('changes nothing if it is as it should be', async () => {
      const folder = await createFolder(api);
      expect(await updated(folder.id, { name: folder.name, parentFolderId: null })).toEqual(folder);
      expect(await updated(folder.id, {})).toEqual(folder);
    });
  });

  describe('400', () => {
    it.each([
      ['folder.name', { name: ' ' }, /must not be empty/],
      ['folder.name', { name: 'x'.repeat(121) }, /at most 120 characters/],
      ['folder.parentFolderId', { parentFolderId: 'gone' }, /no folder with this id/],
      ['folder', 'Renamed', /object/],
    ])('for an invalid %s: %j', async (path, folder, message) => {
      const { id } = await createFolder(api);
      const { status, body } = await update(id, folder);
      expect([status, body]).toMatchObject([
        400,
        { issues: [{ path, message: expect.stringMatching(message) }] },
      ]);
    });

    it('for a folder that would be in itself', async () => {
      const outer = await createFolder(api);
      const inner = await createFolder(api, { parentFolderId: outer.id });
      const { status, body } = await update(outer.id, { parentFolderId: inner.id });
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'folder.parentFolderId' }] }]);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for a viewer', async () => {
      const { id } = await createFolder(api);
      expect((await update(id, { name: 'X' }, await api.tokenFor('viewer'))).status).toBe(403);
    });
  });

  describe('404', () => {
    it('for a folder that does not exist', async () => {
      expect((await update('gone', { name: 'X' })).body).toMatchObject({ message: 'Folder not found' });
    });

    it.runIf(api.canReachStore)('for a folder of others, in the same words', async () => {
      const { id } = await createFolder(api);
      const { status, body } = await update(id, { name: 'X' }, await api.strangerToken());
      expect([status, body]).toMatchObject([404, { message: 'Folder not found' }]);
    });
  });
});
