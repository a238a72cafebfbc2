import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { createFolder, createFolderRequest, type FolderBody } from '#test/support/endpoints/folders.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { hasSourceWorld, readSourceWorld } from '#test/support/source-world.ts';

describeApi('GET /v1/folders', (api) => {
  const list = (query: NonNullable<ApiRequest['query']>, token?: string) =>
    api.request({ method: 'GET', path: '/v1/folders', query, ...(token && { token }) });

  /** Creates A, and B with C in it. */
  async function createThree() {
    const { id: workspaceId, token } = await createOwnWorkspace(api);
    const create = async (folderName: string, parentFolderId: string | null = null) => {
      const request = createFolderRequest(api, { workspaceId, folderName, parentFolderId });
      return ((await api.request({ ...request, token })).body as { folder: FolderBody }).folder;
    };
    const [a, b] = [await create('A'), await create('B')];
    return { workspaceId, token, a, b, c: await create('C', b.id) };
  }

  it('lists a folder that has just been created', async () => {
    const folder = await createFolder(api);
    const { workspaceId } = api;
    const { body } = await list({ workspaceId, all: 'true' });
    expect((body as { folders: FolderBody[] }).folders).toContainEqual(folder);
  });

  describe.runIf(api.canReachStore)('200 in a workspace of its own', () => {
    it('lists those that are in no folder, newest first', async () => {
      const { workspaceId, token, a, b } = await createThree();
      expect((await list({ workspaceId }, token)).body).toEqual({ folders: [b, a] });
      expect((await list({ workspaceId, parentFolderId: 'root' }, token)).body).toEqual({ folders: [b, a] });
    });

    it('lists those in a folder', async () => {
      const { workspaceId, token, b, c } = await createThree();
      expect((await list({ workspaceId, parentFolderId: b.id }, token)).body).toEqual({ folders: [c] });
      expect((await list({ workspaceId, parentFolderId: 'gone' }, token)).body).toEqual({ folders: [] });
    });

    it('lists all', async () => {
      const { workspaceId, token, a, b, c } = await createThree();
      expect((await list({ workspaceId, all: 'true' }, token)).body).toEqual({ folders: [c, b, a] });
    });

    it.skipIf(!hasSourceWorld)('has the fields that Typebot’s list has', async () => {
      const { body: theirs } = readSourceWorld<{ body: { folders: JsonObject[] } }>(
        'api/folders/list.acme.root.json',
      );
      const { a } = await createThree();
      expect(Object.keys(a)).toEqual(expect.arrayContaining(Object.keys(theirs.folders[0] ?? {})));
    });

    it('is open to viewers', async () => {
      const { workspaceId } = api;
      expect((await list({ workspaceId }, await api.tokenFor('viewer'))).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each([
      ['workspaceId', {}],
      ['all', { workspaceId: 'w', all: 'yes' }],
    ])('for an invalid %s', async (path, query) => {
      const { status, body } = await list(query);
      expect([status, body]).toMatchObject([400, { issues: [{ path }] }]);
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    it('for a workspace of others', async () => {
      const { status, body } = await list({ workspaceId: api.workspaceId }, await api.strangerToken());
      expect([status, body]).toMatchObject([404, { message: 'Workspace not found' }]);
    });
  });
});
