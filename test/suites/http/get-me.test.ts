import { describe, expect, it } from 'vitest';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createToken, getMe } from '#test/support/token-client.ts';

describeApi('GET /v1/me', (api) => {
  const me = (more: object = {}) => api.request({ method: 'GET', path: '/v1/me', ...more });

  describe('200', () => {
    it("returns the token's workspace", async () => {
      const { status, body } = await me();
      expect(status).toBe(200);
      expect(body).toMatchObject({
        token: { workspaceId: api.workspaceId, role: 'editor' },
        workspaces: [{ id: api.workspaceId, role: 'editor' }],
      });
    });

    it.runIf(api.canReachStore)("returns the token's details without its secret", async () => {
      const { token, ...created } = await createToken(api, { name: 'Nightly export', role: 'viewer' });
      const response = await getMe(api, token);
      expect(response.token).toStrictEqual({ ...created, lastUsedOn: new Date().toISOString().slice(0, 10) });
      expect(response.workspaces).toStrictEqual([
        { id: api.workspaceId, name: 'Test', createdAt: expect.any(String), role: 'viewer' },
      ]);
      expect(JSON.stringify(response)).not.toContain(token);
    });

    it.runIf(api.canReachStore)("returns only the caller's own workspace", async () => {
      const response = await getMe(api, await api.strangerToken());
      expect(response.workspaces).toHaveLength(1);
      expect(response.workspaces[0]).toMatchObject({ name: 'Strangers', role: 'admin' });
    });

    it.runIf(api.canReachStore)('accepts the scheme in any case', async () => {
      const authorization = `bEaReR  ${await api.tokenFor('viewer')}`;
      expect((await me({ token: null, headers: { Authorization: authorization } })).status).toBe(200);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await me({ token: null })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    });
  });

  describe('404', () => {
    it.runIf(api.canReachStore)("returns 404 for a revoked token still in the gateway's cache", async () => {
      const { id, token } = await createToken(api, { role: 'admin' });
      await getMe(api, token);
      const path = `/v1/workspaces/${api.workspaceId}/tokens/${id}`;
      expect((await api.request({ method: 'DELETE', path, token })).status).toBe(200);
      expect(await me({ token })).toMatchObject({ status: 404, body: { message: 'Token not found' } });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { value: response } = await failing(
        {
          when: ({ command }) => command === 'BatchGetItemCommand' || command === 'BatchGetCommand',
          error: databaseError('ThrottlingException'),
        },
        () => me(),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
