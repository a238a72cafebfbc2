import { beforeEach, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { getCredentialsPath, storeCredentials } from '#test/support/endpoints/credentials.ts';

describeApi('GET /v1/workspaces/{workspaceId}/credentials', (api) => {
  beforeEach(({ skip }) => skip(!api.canInjectFaults, 'the tests choose where credentials are stored'));

  const list = async (token?: string, path = getCredentialsPath(api)) =>
    await api.request({ method: 'GET', path, token: token ?? (await api.tokenFor('admin')) });

  it('200 lists kinds and names without values', async () => {
    const path = await storeCredentials(api, { kind: 'segment', data: { apiKey: 'canary-51c0' } });
    const { status, body, text } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      credentials: expect.arrayContaining([
        {
          id: path.split('/').at(-1),
          kind: 'segment',
          name: null,
          state: 'stored',
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ]),
      secretUsdPerMonth: null,
    });
    expect(text).not.toContain('canary-51c0');
  });

  it('401 without a token', async () => {
    const path = getCredentialsPath(api);
    expect((await api.request({ method: 'GET', path, token: null })).status).toBe(401);
  });

  it('200 for an editor, with what an admin gets', async () => {
    await storeCredentials(api);
    const { status, body } = await list(await api.tokenFor('editor'));
    expect(status).toBe(200);
    expect(body).toEqual((await list()).body);
  });

  it('403 for a viewer', async () => {
    expect((await list(await api.tokenFor('viewer'))).status).toBe(403);
  });

  it('404 for a workspace of others, as for one that does not exist', async () => {
    const foreign = await list(await api.strangerToken());
    const absent = await list(undefined, '/v1/workspaces/nowhere/credentials');
    for (const { status, body } of [foreign, absent]) {
      expect([status, body]).toMatchObject([404, { message: 'Workspace not found' }]);
    }
  });
});
