import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { freeDomain, registerDomain } from '#test/support/endpoints/domains.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { hasSourceWorld, readSourceWorld } from '#test/support/source-world.ts';

/** The names and types of a list's fields, and of its first entry. */
function toForm(list: unknown) {
  const { customDomains, ...others } = list as { customDomains: JsonObject[] };
  const fields = Object.entries(customDomains[0] ?? {}).map(([name, value]) => [name, typeof value]);
  return { others, entry: Object.fromEntries(fields) };
}

describeApi('GET /v1/custom-domains', (api) => {
  beforeEach(({ skip }) =>
    skip(api.target === 'remote', 'a deployment may not serve the names of the tests'),
  );

  const list = (workspaceId: string, token?: string) =>
    api.request({
      method: 'GET',
      path: '/v1/custom-domains',
      query: { workspaceId },
      ...(token && { token }),
    });

  describe('200', () => {
    it('lists the names of one workspace, newest first', async () => {
      const { id: workspaceId, token } = await createOwnWorkspace(api);
      expect((await list(workspaceId, token)).body).toEqual({ customDomains: [] });
      const names = [freeDomain(), freeDomain()];
      for (const name of names) {
        const request = { method: 'POST', path: '/v1/custom-domains', body: { workspaceId, name } };
        await api.request({ ...request, token });
      }
      await registerDomain(api);
      const { body } = await list(workspaceId, token);
      expect(body).toEqual({
        customDomains: names.toReversed().map((name) => ({ name, createdAt: expect.any(String) })),
      });
    });

    it.skipIf(!hasSourceWorld)('has the form that Typebot’s list has', async () => {
      const { body: theirs } = readSourceWorld<{ body: JsonObject }>('api/custom-domains/list.acme.json');
      await registerDomain(api);
      const { body: ours } = await list(api.workspaceId);
      expect(toForm(ours)).toEqual(toForm(theirs));
    });

    it('is open to viewers', async () => {
      const { status } = await list(api.workspaceId, await api.tokenFor('viewer'));
      expect(status).toBe(200);
    });
  });

  describe('400', () => {
    it('without a workspace', async () => {
      const { status, body } = await api.request({ method: 'GET', path: '/v1/custom-domains' });
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'workspaceId' }] }]);
    });
  });

  describe('404', () => {
    it('for a workspace of others', async () => {
      expect((await list(api.workspaceId, await api.strangerToken())).status).toBe(404);
    });
  });
});
