import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { createFolder, createFolderRequest, type FolderBody } from '#test/support/endpoints/folders.ts';
import { uniqueName } from '#test/support/unique-name.ts';

describeApi('POST /v1/folders', (api) => {
  const create = (more: object) => api.request(createFolderRequest(api, more));

  describe('200', () => {
    it('creates a folder at the top, with a trimmed name', async () => {
      expect((await create({ folderName: ' Shop ' })).body).toEqual({
        folder: {
          id: expect.any(String),
          name: 'Shop',
          parentFolderId: null,
          workspaceId: api.workspaceId,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      });
    });

    it('creates one in another folder, called Untitled', async () => {
      const parent = await createFolder(api);
      const inner = await createFolder(api, { folderName: undefined, parentFolderId: parent.id });
      expect(inner).toMatchObject({ name: 'Untitled', parentFolderId: parent.id });
    });

    it('takes a name of 120 characters beyond the basic plane', async () => {
      expect((await createFolder(api, { folderName: '😀'.repeat(120) })).name).toBe('😀'.repeat(120));
    });

    it('takes an id, and does nothing the second time', async () => {
      const sent = { id: uniqueName('folder'), folderName: 'Moved' };
      const first = await createFolder(api, sent);
      expect(first.id).toBe(sent.id);
      expect(await createFolder(api, sent)).toEqual(first);
    });
  });

  describe('400', () => {
    it.each([
      ['folderName', { folderName: '  ' }, /must not be empty/],
      ['folderName', { folderName: 'x'.repeat(121) }, /at most 120 characters/],
      ['folderName', { folderName: 'bell\u0007' }, /control characters/],
      ['folderName', { folderName: '\ud800' }, /lone surrogate/],
      ['folderName', { folderName: 7 }, /string/],
      ['parentFolderId', { parentFolderId: 'gone' }, /no folder with this id/],
      ['id', { id: 'root' }, /not root/],
      ['id', { id: 'a/b' }, /letters, digits/],
      ['id', { id: 'x'.repeat(65) }, /1 to 64/],
      ['workspaceId', { workspaceId: undefined }, /./],
    ])('for an invalid %s: %j', async (path, more, message) => {
      const { status, body } = await create(more);
      expect([status, body]).toMatchObject([
        400,
        { issues: [{ path, message: expect.stringMatching(message) }] },
      ]);
    });

    it('for an eleventh level', async () => {
      let parentFolderId: string | null = null;
      for (let n = 0; n < 10; n++) {
        const folder: FolderBody = await createFolder(api, { parentFolderId });
        parentFolderId = folder.id;
      }
      const { status, body } = await create({ parentFolderId });
      expect([status, body]).toMatchObject([
        400,
        { issues: [{ path: 'parentFolderId', message: 'Folders can be nested at most 10 deep' }] },
      ]);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for a viewer', async () => {
      const token = await api.tokenFor('viewer');
      expect((await api.request({ ...createFolderRequest(api), token })).status).toBe(403);
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    it('for a workspace of others', async () => {
      const token = await api.strangerToken();
      const { status, body } = await api.request({ ...createFolderRequest(api), token });
      expect([status, body]).toMatchObject([404, { message: 'Workspace not found' }]);
    });
  });

  describe('409', () => {
    it('for an id that another folder has', async () => {
      const { id } = await createFolder(api);
      const { status, body } = await create({ id });
      expect([status, body]).toMatchObject([409, { issues: [{ path: 'id' }] }]);
    });
  });
});
