import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { freeDomain, registerDomain } from '#test/support/endpoints/domains.ts';

afterEach(() => vi.unstubAllEnvs());

describeApi('GET /v1/custom-domains/{domain}/verify', (api) => {
  beforeEach(({ skip }) =>
    skip(api.target === 'remote', 'a deployment may not serve the names of the tests'),
  );

  const verify = (name: string, token?: string) =>
    api.request({
      method: 'GET',
      path: `/v1/custom-domains/${name}/verify`,
      ...(token && { token }),
    });

  describe('200', () => {
    it('says that the deployment serves the name', async () => {
      const name = await registerDomain(api);
      const { status, body } = await verify(name, await api.tokenFor('viewer'));
      expect(status).toBe(200);
      expect(body).toMatchObject({ customDomain: { name }, isConfigured: true });
    });

    it('says where DNS has to lead, and that the operator has taken the name away', async ({ skip }) => {
      skip(!api.canInjectFaults, 'the functions run elsewhere');
      const name = await registerDomain(api);
      expect((await verify(name)).body).toMatchObject({ cnameTarget: null });
      vi.stubEnv('CUSTOM_DOMAINS', 'other.example');
      vi.stubEnv('CUSTOM_DOMAINS_TARGET', 'bots.example.com');
      expect((await verify(name)).body).toMatchObject({
        isConfigured: false,
        cnameTarget: 'bots.example.com',
      });
    });
  });

  describe('404', () => {
    it('for a name that nobody has registered', async () => {
      expect((await verify(freeDomain())).status).toBe(404);
    });

    it('for the name of another workspace', async () => {
      expect((await verify(await registerDomain(api), await api.strangerToken())).status).toBe(404);
    });
  });
});
