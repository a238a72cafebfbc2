import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRecords } from '#lib/bots/credentials/credentials-store.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { getCredentialsPath, storeCredentials } from '#test/support/endpoints/credentials.ts';
import { type FakeSecretsManager, startFakeSecretsManager } from '#test/support/fake-secrets-manager.ts';

// One for all targets, because the functions keep their client.
let fake: FakeSecretsManager;
beforeAll(async () => {
  fake = await startFakeSecretsManager();
  for (const [name, value] of Object.entries(fake.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await fake.stop();
});

describeApi('DELETE /v1/workspaces/{workspaceId}/credentials/{credentialsId}', (api) => {
  beforeEach(({ skip }) => skip(!api.canInjectFaults, 'the tests choose where credentials are stored'));

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

  describe('with AWS Secrets Manager', () => {
    beforeAll(() => {
      vi.stubEnv('CREDENTIALS_FILE', '');
      vi.stubEnv('CREDENTIALS_SECRET_PREFIX', 'bots-test');
    });
    beforeEach(() => {
      fake.fault = () => undefined;
    });
    afterAll(() => {
      vi.stubEnv('CREDENTIALS_FILE', undefined);
      vi.stubEnv('CREDENTIALS_SECRET_PREFIX', undefined);
    });

    const store = async () => {
      const path = await storeCredentials(api);
      return { path, name: `bots-test/${api.workspaceId}/${path.split('/').at(-1)}` };
    };
    const readState = async (path: string) =>
      (await readRecords(api.workspaceId)).find(({ id }) => path.endsWith(`/${id}`))?.state;

    it('200 schedules the deletion of the secret, which is not read', async () => {
      const { path, name } = await store();
      fake.calls.length = 0;
      expect((await remove(path)).status).toBe(200);
      expect(fake.calls).toEqual([`DeleteSecret ${name}`]);
      expect(fake.secrets.get(name)).toMatchObject({ isDeleted: true });
    });

    // Permission depends on tags, and a secret that is gone has none.
    it('200 for a secret that the operator has deleted, although AWS denies access to it', async () => {
      const { path, name } = await store();
      fake.secrets.delete(name);
      fake.fault = (operation) =>
        operation === 'DeleteSecret' ? { code: 'AccessDeniedException', message: 'No' } : undefined;
      expect((await remove(path)).status).toBe(200);
      expect(await readState(path)).toBeUndefined();
    });

    it.each([
      ['AccessDeniedException', 409],
      ['InternalServiceError', 503],
    ])('after %s: %i, and the credentials can be deleted later', async (code, status) => {
      const { path, name } = await store();
      fake.fault = (operation) => (operation === 'DeleteSecret' ? { code, message: 'No' } : undefined);
      expect((await remove(path)).status).toBe(status);
      expect(await readState(path)).toBe('incomplete');
      fake.fault = () => undefined;
      expect((await remove(path)).status).toBe(200);
      expect(fake.secrets.get(name)).toMatchObject({ isDeleted: true });
    });
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
