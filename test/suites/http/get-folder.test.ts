import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createFolder } from '#test/support/endpoints/folders.ts';
import { hasSourceWorld, readSourceWorld } from '#test/support/source-world.ts';

describeApi('GET /v1/folders/{folderId}', (api) => {
  const getFolder = (id: string, token?: string) =>
    api.request({
      method: 'GET',
      path: `/v1/folders/${id}`,
      query: { workspaceId: api.workspaceId },
      ...(token && { token }),
    });

  describe('200', () => {
    it('returns the folder', async () => {
      const folder = await createFolder(api);
      expect((await getFolder(folder.id)).body).toEqual({ folder });
    });

    it.skipIf(!hasSourceWorld)('has the fields that Typebot’s folder has', async () => {
      const { body: theirs } = readSourceWorld<{ body: { folder: JsonObject } }>(
        'api/folders/get.campaigns.json',
      );
      expect(Object.keys(await createFolder(api)).toSorted()).toEqual(Object.keys(theirs.folder).toSorted());
    });
  });

  describe('400', () => {
    it('without a workspace', async () => {
      const { status, body } = await api.request({ method: 'GET', path: '/v1/folders/x' });
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'workspaceId' }] }]);
    });
  });

  describe('404', () => {
    it('for a folder that does not exist', async () => {
      expect((await getFolder('gone')).body).toMatchObject({ message: 'Folder not found' });
    });

    it.runIf(api.canReachStore)('for a folder of others, in the same words', async () => {
      const { id } = await createFolder(api);
      const { status, body } = await getFolder(id, await api.strangerToken());
      expect([status, body]).toMatchObject([404, { message: 'Folder not found' }]);
    });
  });
});
