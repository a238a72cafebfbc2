import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { createWorkspace } from '#test/support/token-client.ts';

describeApi('GET /v1/workspaces', (api) => {
  const list = (more: object = {}) => api.request({ method: 'GET', path: '/v1/workspaces', ...more });

  describe('200', () => {
    it('shows the workspaces of the token, and its role there', async () => {
      const { status, body } = await list();
      expect(status).toBe(200);
      expect(body).toMatchObject({ workspaces: [{ id: api.workspaceId, role: 'editor' }] });
    });

    it.runIf(api.canReachStore)('shows a new workspace to its own token only', async () => {
      const { workspace, token } = await createWorkspace(api);
      expect((await list({ token: token.token })).body).toStrictEqual({
        workspaces: [{ ...workspace, role: 'admin' }],
      });
      expect((await list({ token: await api.tokenFor('admin') })).body).toMatchObject({
        workspaces: [{ id: api.workspaceId }],
      });
    });
  });

  describe('401', () => {
    it('refuses a request without a token', async () => {
      expect(await list({ token: null })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    });
  });
});
