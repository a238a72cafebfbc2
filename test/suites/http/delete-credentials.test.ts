import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRecords } from '#lib/bots/credentials/credentials-store.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { getCredentialsPath, storeCredentials } from '#test/support/endpoints/credentials.ts';

describeApi('DELETE /v1/workspaces/{workspaceId}/credentials/{credentialsId}', (api) => {
  beforeEach(({ skip }) => skip(!api.canReachStore, 'the tests look at what is stored'));

  const remove = async (path: string, token?: string) =>
    await api.request({ method: 'DELETE', path, token: token ?? (await api.tokenFor('admin')) });

  it('200 removes the value, and the credentials from the list', async () => {
    const path = await storeCredentials(api);
    const id = path.split('/').at(-1) ?? '';
    expect(await remove(path)).toMatchObject({ status: 200, body: { message: 'success' } });
    expect(JSON.stringify(await readRecords(api.workspaceId))).not.toContain(id);
    expect(await readFile(String(process.env.CREDENTIALS_FILE), 'utf8')).not.toContain(id);
  });

  it('200 for both of two that are sent at once, and nothing is left', async () => {
    const path = await storeCredentials(api);
    const statuses = (await Promise.all([remove(path), remove(path)])).map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
    expect((await remove(path)).status).toBe(404);
  });

  it('403 for an editor', async () => {
    expect((await remove(await storeCredentials(api), await api.tokenFor('editor'))).status).toBe(403);
  });

  describe('404', () => {
    it.each(['unknown', '..%2fx', 'x'.repeat(300)])('for %j', async (id) => {
      const { status, body } = await remove(`${getCredentialsPath(api)}/${id}`);
      expect([status, body]).toMatchObject([404, { message: 'Credentials not found' }]);
    });

    it('for those of others, which stay', async () => {
      const path = await storeCredentials(api);
      const foreign = await remove(path, await api.strangerToken());
      expect([foreign.status, foreign.body]).toMatchObject([404, { message: 'Credentials not found' }]);
      expect((await remove(path)).status).toBe(200);
    });
  });
});
