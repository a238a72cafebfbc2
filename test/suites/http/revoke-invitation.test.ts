import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { acceptInvitation, createInvitation, readInvitations } from '#test/support/invitation-client.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createWorkspace } from '#test/support/token-client.ts';

describeApi('DELETE /v1/workspaces/{workspaceId}/invitations/{invitationId}', (api) => {
  const revoke = (invitationId: string, more: object = {}, workspaceId = api.workspaceId) =>
    api.request({
      method: 'DELETE',
      path: `/v1/workspaces/${workspaceId}/invitations/${invitationId}`,
      ...more,
    });

  describe.runIf(api.canReachStore)('200', () => {
    it('returns the invitation, which nobody can accept from then on', async () => {
      const { invitation, secret } = await createInvitation(api);
      const response = await revoke(invitation.id, { token: await api.tokenFor('admin') });
      expect([response.status, response.body]).toEqual([200, { invitation }]);
      const accepted = await api.request({
        method: 'POST',
        path: '/v1/invitations/accept',
        token: null,
        body: { secret, name: 'Ada' },
      });
      expect(accepted.status).toBe(404);
    });

    it("is open to admins of the workspace's creator", async () => {
      const { workspace, token } = await createWorkspace(api);
      const own = { id: workspace.id, token: token.token };
      const { invitation } = await createInvitation(api, {}, own);
      const response = await revoke(invitation.id, { token: await api.tokenFor('admin') }, workspace.id);
      expect(response.status).toBe(200);
      expect(await readInvitations(api, own)).toEqual([]);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await revoke('any', { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it.runIf(api.canReachStore)('rejects an editor and revokes nothing', async () => {
      const { invitation } = await createInvitation(api);
      expect(await revoke(invitation.id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect((await readInvitations(api)).map(({ id }) => id)).toContain(invitation.id);
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    it.each(ODD_IDS)('returns 404 for an invitation id %s', async (_, id) => {
      expect(await revoke(id, { token: await api.tokenFor('admin') })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    });

    it('for one that was revoked or accepted already', async () => {
      const token = await api.tokenFor('admin');
      const [revoked, accepted] = [await createInvitation(api), await createInvitation(api)];
      await revoke(revoked.invitation.id, { token });
      await acceptInvitation(api, { secret: accepted.secret });
      expect((await revoke(revoked.invitation.id, { token })).status).toBe(404);
      expect((await revoke(accepted.invitation.id, { token })).status).toBe(404);
    });

    it("for another workspace's invitation, which stays", async () => {
      const { workspace, token } = await createWorkspace(api, 'Foreign', await api.strangerToken());
      const foreign = { id: workspace.id, token: token.token };
      const { invitation } = await createInvitation(api, {}, foreign);
      const admin = await api.tokenFor('admin');
      expect((await revoke(invitation.id, { token: admin })).status).toBe(404);
      expect(await revoke(invitation.id, { token: admin }, workspace.id)).toMatchObject({
        status: 404,
        body: { message: 'Workspace not found' },
      });
      expect(await readInvitations(api, foreign)).toHaveLength(1);
    });
  });
});
