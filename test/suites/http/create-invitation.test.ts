import { describe, expect, it } from 'vitest';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { acceptInvitation, createInvitation, readInvitations } from '#test/support/invitation-client.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { createToken } from '#test/support/token-client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeApi('POST /v1/workspaces/{workspaceId}/invitations', (api) => {
  const create = (body: unknown, more: object = {}, workspaceId = api.workspaceId) =>
    api.request({ method: 'POST', path: `/v1/workspaces/${workspaceId}/invitations`, body, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('returns the invitation, its secret and the path of the page that accepts it', async () => {
      const { invitation, secret, path } = await createInvitation(api, { name: ' Ada ', role: 'editor' });
      expect(invitation).toMatchObject({
        name: 'Ada',
        role: 'editor',
        workspaceId: api.workspaceId,
        createdBy: { tokenName: 'admin' },
      });
      const lifetimeMs = Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt);
      expect(Math.abs(lifetimeMs - 7 * DAY_MS)).toBeLessThan(1_000);
      expect(path).toBe(`/invite#${secret}`);
      expect((await acceptInvitation(api, { secret })).token.role).toBe('editor');
    });

    it('stores no secret', async () => {
      const { secret } = await createInvitation(api);
      const random = secret.slice(secret.lastIndexOf('.') + 1);
      expect(JSON.stringify(await tableContents())).not.toContain(random);
    });

    it('forbids caching the response', async () => {
      const response = await create({ name: 'x', role: 'viewer' }, { token: await api.tokenFor('admin') });
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    it('has an entry in the audit trail, with the id alone', async () => {
      const { invitation } = await createInvitation(api, { name: 'Somebody secret' });
      const entry = (await readTrail(api.workspaceId)).find(
        ({ invitationId }) => invitationId === invitation.id,
      );
      expect(entry).toMatchObject({ action: 'createInvitation', actor: { tokenName: 'admin' } });
      expect(JSON.stringify(entry)).not.toContain('Somebody secret');
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each([
      ['no name', { role: 'viewer' }, 'name'],
      ['an empty name', { name: ' ', role: 'viewer' }, 'name'],
      ['a control character in the name', { name: 'a\u0007', role: 'viewer' }, 'name'],
      ['a name of 101 characters', { name: 'x'.repeat(101), role: 'viewer' }, 'name'],
      ['no role', { name: 'x' }, 'role'],
      ['an unknown role', { name: 'x', role: 'owner' }, 'role'],
    ])('rejects %s and creates nothing', async (_, body, path) => {
      const workspace = await createOwnWorkspace(api);
      const response = await create(body, { token: workspace.token }, workspace.id);
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
      expect(await readInvitations(api, workspace)).toEqual([]);
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await create({ name: 'x', role: 'viewer' }, { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it('rejects an editor, even for a lower role', async () => {
      const response = await create({ name: 'x', role: 'viewer' });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      expect(await create({ name: 'x', role: 'viewer' }, {}, id)).toMatchObject({
        status: 404,
        body: { message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      const token = await api.strangerToken();
      expect(await create({ name: 'x', role: 'viewer' }, { token })).toMatchObject({
        status: 404,
        body: { message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)(
      'shows nothing to a revoked token that the gateway still accepts',
      async () => {
        const { id, token } = await createToken(api, { role: 'admin' });
        const path = `/v1/workspaces/${api.workspaceId}/tokens/${id}`;
        // An invitation that ends with the token: a later one that is created removes it, a refused one does not.
        const stored = await createInvitation(api, {}, { id: api.workspaceId, token });
        // The gateway has cached the token by the time that it revokes itself.
        expect((await api.request({ method: 'GET', path: '/v1/me', token })).status).toBe(200);
        expect((await api.request({ method: 'DELETE', path, token })).status).toBe(200);
        const response = await create({ name: 'x', role: 'viewer' }, { token });
        expect(response).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
        const { id: invitationId } = stored.invitation;
        const key = keys.invitation(api.workspaceId, invitationId);
        expect(await getItem(key)).toBeDefined();
        await createInvitation(api);
        expect(await getItem(key)).toBeUndefined();
      },
    );
  });

  describe.runIf(api.canReachStore)('409', () => {
    it('rejects the 101st pending invitation', { timeout: 60_000 }, async () => {
      const workspace = await createOwnWorkspace(api);
      for (let n = 0; n < 100; n++) await createInvitation(api, {}, workspace);
      const response = await create({ name: 'x', role: 'viewer' }, { token: workspace.token }, workspace.id);
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      const [newest] = await readInvitations(api, workspace);
      const path = `/v1/workspaces/${workspace.id}/invitations/${newest?.id}`;
      await api.request({ method: 'DELETE', path, token: workspace.token });
      await createInvitation(api, {}, workspace);
    });
  });
});
