import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { acceptInvitation, createInvitation, readInvitations } from '#test/support/invitation-client.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createWorkspace } from '#test/support/token-client.ts';

describeApi('GET /v1/workspaces/{workspaceId}/invitations', (api) => {
  const list = (more: object = {}, workspaceId = api.workspaceId) =>
    api.request({ method: 'GET', path: `/v1/workspaces/${workspaceId}/invitations`, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('lists pending invitations, newest first, without secrets', async () => {
      const workspace = await createOwnWorkspace(api);
      const first = await createInvitation(api, { name: 'First' }, workspace);
      const second = await createInvitation(api, { name: 'Second' }, workspace);
      const response = await list({ token: workspace.token }, workspace.id);
      expect(response.body).toEqual({ invitations: [second.invitation, first.invitation] });
      expect(response.text).not.toMatch(/digest|inv_/i);
    });

    it('lists no accepted one', async () => {
      const workspace = await createOwnWorkspace(api);
      const { secret } = await createInvitation(api, {}, workspace);
      await acceptInvitation(api, { secret });
      expect(await readInvitations(api, workspace)).toEqual([]);
    });

    it('lists none of a token that was revoked', async () => {
      const workspace = await createOwnWorkspace(api);
      const path = `/v1/workspaces/${workspace.id}/tokens`;
      const created = await api.request({
        method: 'POST',
        path,
        token: workspace.token,
        body: { name: 'Leaves soon', role: 'admin' },
      });
      const { token: leaver } = created.body as { token: { id: string; token: string } };
      await createInvitation(api, {}, { id: workspace.id, token: leaver.token });
      expect(await readInvitations(api, workspace)).toHaveLength(1);
      await api.request({ method: 'DELETE', path: `${path}/${leaver.id}`, token: workspace.token });
      expect(await readInvitations(api, workspace)).toEqual([]);
    });

    it("is open to admins of the workspace's creator", async () => {
      const { workspace, token } = await createWorkspace(api);
      const { invitation } = await createInvitation(api, {}, { id: workspace.id, token: token.token });
      const response = await list({ token: await api.tokenFor('admin') }, workspace.id);
      expect(response).toMatchObject({ status: 200, body: { invitations: [{ id: invitation.id }] } });
    });
  });

  describe('400', () => {
    it('rejects an unknown query parameter', async () => {
      expect((await list({ query: { page: '2' } })).status).toBe(400);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await list({ token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it('rejects an editor', async () => {
      expect(await list()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      expect(await list({}, id)).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      expect((await list({ token: await api.strangerToken() })).status).toBe(404);
    });
  });
});
