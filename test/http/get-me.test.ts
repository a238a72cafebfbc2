import { describe, expect, it } from 'vitest';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createToken, getMe } from '#test/support/token-client.ts';

describeApi('GET /v1/me', (api) => {
  const me = (more: object = {}) => api.request({ method: 'GET', path: '/v1/me', ...more });

  describe('200', () => {
    it('names the workspace that the token is for', async () => {
      const { status, body } = await me();
      expect(status).toBe(200);
      expect(body).toMatchObject({
        token: { workspaceId: api.workspaceId, role: 'editor' },
        workspaces: [{ id: api.workspaceId, role: 'editor' }],
      });
    });

    it.runIf(api.canReachStore)('says all there is to know of the token, but not the token', async () => {
      const { token, ...created } = await createToken(api, { name: 'Nightly export', role: 'viewer' });
      const answer = await getMe(api, token);
      expect(answer.token).toStrictEqual({ ...created, lastUsedOn: new Date().toISOString().slice(0, 10) });
      expect(answer.workspaces).toStrictEqual([
        { id: api.workspaceId, name: 'Test', createdAt: expect.any(String), role: 'viewer' },
      ]);
      expect(JSON.stringify(answer)).not.toContain(token);
    });

    it.runIf(api.canReachStore)('tells a stranger of its own workspace only', async () => {
      const answer = await getMe(api, await api.strangerToken());
      expect(answer.workspaces).toHaveLength(1);
      expect(answer.workspaces[0]).toMatchObject({ name: 'Strangers', role: 'admin' });
    });

    it.runIf(api.canReachStore)('reads the scheme in any case', async () => {
      const authorization = `bEaReR  ${await api.tokenFor('viewer')}`;
      expect((await me({ token: null, headers: { Authorization: authorization } })).status).toBe(200);
    });
  });

  describe('401', () => {
    it('refuses a request without a token', async () => {
      expect(await me({ token: null })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    });
  });

  describe('404', () => {
    it.runIf(api.canReachStore)('knows no revoked token although the gateway remembers it', async () => {
      const { id, token } = await createToken(api, { role: 'admin' });
      await getMe(api, token);
      const path = `/v1/workspaces/${api.workspaceId}/tokens/${id}`;
      expect((await api.request({ method: 'DELETE', path, token })).status).toBe(200);
      expect(await me({ token })).toMatchObject({ status: 404, body: { message: 'Token not found' } });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('tells when to try again if the database is busy', async () => {
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
