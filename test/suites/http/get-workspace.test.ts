import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createWorkspace } from '#test/support/token-client.ts';

describeApi('GET /v1/workspaces/{workspaceId}', (api) => {
  const get = (workspaceId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/workspaces/${workspaceId}`, ...more });

  describe('200', () => {
    it("returns the workspace with the token's role", async () => {
      expect(await get(api.workspaceId)).toMatchObject({
        status: 200,
        body: { workspace: { id: api.workspaceId, role: 'editor' } },
      });
    });

    it.runIf(api.canReachStore)('returns what clients of Typebot read', async () => {
      const { workspace, token } = await createWorkspace(api, 'Bakery');
      const { createdAt } = workspace;
      expect((await get(workspace.id, { token: token.token })).body).toStrictEqual({
        workspace: {
          id: workspace.id,
          name: 'Bakery',
          createdAt,
          role: 'admin',
          updatedAt: createdAt,
          lastActivityAt: createdAt,
          icon: null,
          plan: 'UNLIMITED',
          stripeId: null,
          settings: null,
          customChatsLimit: null,
          customSeatsLimit: null,
          chatsHardLimit: null,
          isSuspended: false,
          isPastDue: false,
          isVerified: null,
        },
        currentUserMode: 'write',
      });
    });

    it.runIf(api.canReachStore).each([
      ['viewer', 'read'],
      ['editor', 'read'],
      ['admin', 'write'],
    ] as const)('says that a token with the role %s may %s', async (role, mode) => {
      const { body } = await get(api.workspaceId, { token: await api.tokenFor(role) });
      expect(body).toMatchObject({ workspace: { role }, currentUserMode: mode });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await get(api.workspaceId, { token: null })).status).toBe(401);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      expect(await get(id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found', defined: true, status: 404 },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      expect(await get(api.workspaceId, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { message: 'Workspace not found' },
      });
    });
  });
});
