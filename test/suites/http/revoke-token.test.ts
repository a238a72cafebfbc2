import { describe, expect, it } from 'vitest';
import { hashToken } from '#lib/platform/auth/bearer-token.ts';
import { findToken } from '#lib/workspaces/tokens/store/token-lookup.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createToken, createWorkspace, getMe } from '#test/support/token-client.ts';

describeApi('DELETE /v1/workspaces/{workspaceId}/tokens/{tokenId}', (api) => {
  const revoke = (tokenId: string, more: object = {}, workspaceId = api.workspaceId) =>
    api.request({ method: 'DELETE', path: `/v1/workspaces/${workspaceId}/tokens/${tokenId}`, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('revokes a token that has not been used yet', async () => {
      const { id, token } = await createToken(api);
      const response = await revoke(id, { token: await api.tokenFor('admin') });
      expect(response).toMatchObject({
        status: 200,
        body: { token: { id, revokedAt: expect.stringMatching(/Z$/) } },
      });
      expect((await api.request({ method: 'GET', path: '/v1/workspaces', token })).status).toBe(401);
    });

    it('is idempotent', async () => {
      const { id } = await createToken(api);
      const token = await api.tokenFor('admin');
      const first = await revoke(id, { token });
      expect((await revoke(id, { token })).body).toStrictEqual(first.body);
    });

    it("revokes tokens of workspaces created by the caller's workspace, directly or indirectly", async () => {
      const first = await createWorkspace(api, 'First');
      const second = await createWorkspace(api, 'Second', first.token.token);
      for (const { workspace, token: made } of [second, first]) {
        const response = await revoke(made.id, { token: await api.tokenFor('admin') }, workspace.id);
        expect(response).toMatchObject({
          status: 200,
          body: { token: { id: made.id, revokedAt: expect.stringMatching(/Z$/) } },
        });
        expect(await findToken(hashToken(made.token))).toMatchObject({ revokedAt: expect.any(String) });
      }
    });

    it('lets a token revoke itself', async () => {
      const { id, token } = await createToken(api, { role: 'admin' });
      expect((await revoke(id, { token })).status).toBe(200);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await revoke('any', { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it.runIf(api.canReachStore)('rejects an editor and revokes nothing', async () => {
      const { id, token } = await createToken(api);
      expect(await revoke(id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect((await api.request({ method: 'GET', path: '/v1/me', token })).status).toBe(200);
    });
  });

  describe('404', () => {
    it.runIf(api.canReachStore).each(ODD_IDS)('returns 404 for a token id %s', async (_, id) => {
      expect(await revoke(id, { token: await api.tokenFor('admin') })).toMatchObject({
        status: 404,
        body: { message: 'Token not found' },
      });
    });

    it.runIf(api.canReachStore)("does not revoke another workspace's token", async () => {
      const { token: foreign } = await createWorkspace(api, 'Foreign', await api.strangerToken());
      const token = await api.tokenFor('admin');
      expect((await revoke(foreign.id, { token })).status).toBe(404);
      expect((await revoke(foreign.id, { token }, foreign.workspaceId)).body).toMatchObject({
        message: 'Workspace not found',
      });
      const me = await api.request({ method: 'GET', path: '/v1/me', token: foreign.token });
      expect(me.status).toBe(200);
    });

    it.runIf(api.canReachStore)(
      "hides a created workspace from its creator's editors, and the creator from the created workspace",
      async () => {
        const { workspace, token: made } = await createWorkspace(api);
        const { id } = await createToken(api);
        const unknown = await revoke(made.id, { token: await api.tokenFor('admin') }, 'unknown');
        const answers = [
          await revoke(made.id, { token: await api.tokenFor('editor') }, workspace.id),
          await revoke(made.id, { token: await api.tokenFor('viewer') }, workspace.id),
          await revoke(made.id, { token: await api.strangerToken() }, workspace.id),
          await revoke(id, { token: made.token }, api.workspaceId),
        ];
        const message = ({ status, body }: { status: number; body: unknown }) => [
          status,
          (body as { message: string }).message,
        ];
        expect(answers.map(message)).toEqual(answers.map(() => message(unknown)));
        expect(message(unknown)).toEqual([404, 'Workspace not found']);
        expect((await getMe(api, made.token)).token.id).toBe(made.id);
      },
    );
  });
});
