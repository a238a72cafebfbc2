import { describe, expect, it } from 'vitest';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { getBot, importBot, publishBot } from '#test/support/bot-client.ts';
import { archiveBot } from '#test/support/bot-life.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createFolder, importIntoFolder } from '#test/support/endpoints/folders.ts';

/** Large enough to be split into several items. */
const LARGE_BYTES = 700_000;

describeApi('DELETE /v1/folders/{folderId}', (api) => {
  const deleteFolder = (id: string, token?: string) =>
    api.request({
      method: 'DELETE',
      path: `/v1/folders/${id}`,
      body: { workspaceId: api.workspaceId },
      ...(token && { token }),
    });
  const getFolder = (id: string) =>
    api.request({ method: 'GET', path: `/v1/folders/${id}`, query: { workspaceId: api.workspaceId } });

  describe('200', () => {
    it('returns the folder as it was', async () => {
      const folder = await createFolder(api);
      expect((await deleteFolder(folder.id)).body).toEqual({ folder });
      expect((await getFolder(folder.id)).status).toBe(404);
    });

    it('moves its bots and folders to its parent', async () => {
      const parent = await createFolder(api);
      const { id } = await createFolder(api, { parentFolderId: parent.id });
      const inner = await createFolder(api, { parentFolderId: id });
      const botId = await importIntoFolder(api, id);
      const elsewhere = await importIntoFolder(api, inner.id);
      const large = await importBot(api, { ...noiseBot(LARGE_BYTES, '6', 1), folderId: id });
      await deleteFolder(id);
      expect((await getFolder(inner.id)).body).toMatchObject({ folder: { parentFolderId: parent.id } });
      expect((await getBot(api, botId)).folderId).toBe(parent.id);
      expect((await getBot(api, elsewhere)).folderId).toBe(inner.id);
      expect(await getBot(api, large.id)).toEqual({
        ...large,
        folderId: parent.id,
        updatedAt: expect.any(String),
      });
      const { body } = await api.request({
        method: 'GET',
        path: '/v1/bots',
        query: { workspaceId: api.workspaceId, folderId: parent.id },
      });
      expect((body as { bots: { id: string }[] }).bots.map((bot) => bot.id).toSorted()).toEqual(
        [botId, large.id].toSorted(),
      );
    });

    it('moves archived bots too, out of all folders if it was in none', async () => {
      const { id } = await createFolder(api);
      const botId = await importIntoFolder(api, id);
      await archiveBot(api, botId);
      await deleteFolder(id);
      expect(await getBot(api, botId)).toMatchObject({ folderId: null, isArchived: true });
    });

    it('leaves published bots without unpublished changes', async () => {
      const { id } = await createFolder(api);
      const botId = await importIntoFolder(api, id);
      await publishBot(api, botId);
      await deleteFolder(id);
      const query = { workspaceId: api.workspaceId, folderId: 'root' };
      const { body } = await api.request({ method: 'GET', path: '/v1/bots', query });
      const bot = (body as { bots: { id: string; hasUnpublishedChanges: boolean }[] }).bots.find(
        (listed) => listed.id === botId,
      );
      expect(bot?.hasUnpublishedChanges).toBe(false);
    });

    it('takes the workspace in the query, as earlier versions of Typebot do', async () => {
      const { id } = await createFolder(api);
      const { status } = await api.request({
        method: 'DELETE',
        path: `/v1/folders/${id}`,
        query: { workspaceId: api.workspaceId },
      });
      expect(status).toBe(200);
    });
  });

  describe('400', () => {
    it('without a workspace', async () => {
      const { status, body } = await api.request({ method: 'DELETE', path: '/v1/folders/x', body: {} });
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'workspaceId' }] }]);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for a viewer', async () => {
      const { id } = await createFolder(api);
      expect((await deleteFolder(id, await api.tokenFor('viewer'))).status).toBe(403);
    });
  });

  describe('404', () => {
    it('for a folder that does not exist', async () => {
      expect((await deleteFolder('gone')).body).toMatchObject({ message: 'Folder not found' });
    });

    it.runIf(api.canReachStore)('for a folder of others, in the same words', async () => {
      const { id } = await createFolder(api);
      const { status, body } = await deleteFolder(id, await api.strangerToken());
      expect([status, body]).toMatchObject([404, { message: 'Folder not found' }]);
    });
  });
});
