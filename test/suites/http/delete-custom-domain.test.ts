import { beforeEach, describe, expect, it } from 'vitest';
import { readTrail } from '#test/support/audit-trail.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { freeDomain, registerDomain } from '#test/support/endpoints/domains.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';

describeApi('DELETE /v1/custom-domains/{domain}', (api) => {
  beforeEach(({ skip }) =>
    skip(api.target === 'remote', 'a deployment may not serve the names of the tests'),
  );

  const remove = async (name: string, token?: string) =>
    await api.request({
      method: 'DELETE',
      path: `/v1/custom-domains/${encodeURIComponent(name)}`,
      token: token ?? (await api.tokenFor('admin')),
    });

  describe('200', () => {
    it('frees the name for another workspace', async () => {
      const name = await registerDomain(api);
      expect(await remove(name.toUpperCase())).toMatchObject({ status: 200, body: { message: 'success' } });
      await expect
        .poll(async () => (await readTrail(api.workspaceId)).filter(({ domain }) => domain === name))
        .toMatchObject([{ action: 'deleteCustomDomain' }, { action: 'createCustomDomain' }]);
      const { id: workspaceId, token } = await createOwnWorkspace(api);
      const request = { method: 'POST', path: '/v1/custom-domains', body: { workspaceId, name } };
      expect((await api.request({ ...request, token })).status).toBe(200);
    });
  });

  describe('403', () => {
    it('for an editor', async () => {
      expect((await remove(await registerDomain(api), await api.tokenFor('editor'))).status).toBe(403);
    });
  });

  describe('404', () => {
    it.each([freeDomain(), 'not a name', '..%2f', 'a.example/b'])('for %j', async (name) => {
      const { status, body } = await remove(name);
      expect([status, body]).toMatchObject([404, { message: 'Custom domain not found' }]);
    });

    it('for a second time', async () => {
      const name = await registerDomain(api);
      await remove(name);
      expect((await remove(name)).status).toBe(404);
    });

    it('for the name of another workspace, which stays', async () => {
      const name = await registerDomain(api);
      expect((await remove(name, await api.strangerToken())).status).toBe(404);
      expect((await remove(name)).status).toBe(200);
    });
  });
});
