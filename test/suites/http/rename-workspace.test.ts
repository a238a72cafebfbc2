import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createWorkspace, getMe } from '#test/support/token-client.ts';

describeApi('PATCH /v1/workspaces/{workspaceId}', (api) => {
  const rename = (workspaceId: string, body: unknown, more: object = {}) =>
    api.request({ method: 'PATCH', path: `/v1/workspaces/${workspaceId}`, body, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('changes only the name', async () => {
      const { workspace, token } = await createWorkspace(api, 'Before');
      const response = await rename(workspace.id, { name: ' After ' }, { token: token.token });
      expect(response).toMatchObject({ status: 200, body: { workspace: { ...workspace, name: 'After' } } });
      expect((await getMe(api, token.token)).workspaces[0]).toMatchObject({ ...workspace, name: 'After' });
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each([
      ['no name', {}],
      ['an empty name', { name: '' }],
      ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ])('rejects %s', async (_, body) => {
      const response = await rename(api.workspaceId, body, { token: await api.tokenFor('admin') });
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await rename(api.workspaceId, { name: 'x' }, { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it('rejects an editor', async () => {
      expect(await rename(api.workspaceId, { name: 'x' })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      expect(await rename(id, { name: 'x' })).toMatchObject({
        status: 404,
        body: { message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      const response = await rename(api.workspaceId, { name: 'x' }, { token: await api.strangerToken() });
      expect(response).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
    });
  });
});
