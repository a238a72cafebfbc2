import { describe, expect, it } from 'vitest';
import { hashToken } from '#lib/platform/auth/bearer-token.ts';
import { updateItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { acceptInvitation, createInvitation, readInvitations } from '#test/support/invitation-client.ts';
import { createToken, getMe } from '#test/support/token-client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeApi('POST /v1/invitations/accept', (api) => {
  const accept = (body: object) =>
    api.request({ method: 'POST', path: '/v1/invitations/accept', token: null, body });
  const expire = async (pk: { pk: string; sk: string }) =>
    await updateItem(pk, {
      expression: 'SET expiresAt = :past',
      values: { ':past': Math.floor(Date.now() / 1_000) - 1 },
    });

  describe.runIf(api.canReachStore)('200', () => {
    it('returns a personal token with the role, and says of which workspace', async () => {
      const { invitation, secret } = await createInvitation(api, { role: 'editor' });
      const { token, workspace } = await acceptInvitation(api, { secret, name: ' Ada Lovelace ' });
      expect(token).toMatchObject({
        name: 'Ada Lovelace',
        role: 'editor',
        workspaceId: api.workspaceId,
        invitation: { id: invitation.id, name: 'Ada, support' },
      });
      const lifetimeMs = Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt);
      expect(Math.abs(lifetimeMs - 30 * DAY_MS)).toBeLessThan(1_000);
      const me = await getMe(api, token.token);
      expect(me.token).toMatchObject({ id: token.id, invitation: { id: invitation.id } });
      expect(me.workspaces).toMatchObject([{ id: workspace.id, name: workspace.name, role: 'editor' }]);
    });

    it('lists the token with the others, until an admin revokes it', async () => {
      const { token } = await acceptInvitation(api, { name: 'Listed person' });
      const admin = await api.tokenFor('admin');
      const path = `/v1/workspaces/${api.workspaceId}/tokens`;
      const { body } = await api.request({ method: 'GET', path, token: admin, query: { limit: '100' } });
      const listed = (body as { tokens: { id: string }[] }).tokens.find(({ id }) => id === token.id);
      expect(listed).toMatchObject({ name: 'Listed person', invitation: { name: 'Ada, support' } });
      await api.request({ method: 'DELETE', path: `${path}/${token.id}`, token: admin });
      expect((await api.request({ method: 'GET', path: '/v1/me', token: token.token })).status).toBe(401);
    });

    it('gives one token to several who accept at once', async () => {
      const workspace = await createOwnWorkspace(api);
      const { secret } = await createInvitation(api, {}, workspace);
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, n) => accept({ secret, name: `Person ${n}` })),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(404)]);
      const path = `/v1/workspaces/${workspace.id}/tokens`;
      const { body } = await api.request({ method: 'GET', path, token: workspace.token });
      expect((body as { tokens: unknown[] }).tokens).toHaveLength(2);
    });

    it("has the person's name in the audit trail and in releases", async () => {
      const workspace = await createOwnWorkspace(api);
      const { invitation, secret } = await createInvitation(api, { role: 'editor' }, workspace);
      const { token } = await acceptInvitation(api, { secret, name: 'Grace' });
      const [entry] = (await readTrail(workspace.id)).filter(({ action }) => action === 'acceptInvitation');
      expect(entry).toMatchObject({
        actor: { type: 'token', tokenId: token.id, tokenName: 'Grace' },
        invitationId: invitation.id,
        tokenId: token.id,
        sourceIp: expect.any(String),
      });
      const created = await api.request({
        method: 'POST',
        path: '/v1/bots',
        token: token.token,
        body: { workspaceId: workspace.id, bot: { name: 'By Grace' } },
      });
      const { bot } = created.body as { bot: { id: string } };
      await api.request({ method: 'POST', path: `/v1/bots/${bot.id}/publish`, token: token.token });
      const releases = await api.request({
        method: 'GET',
        path: `/v1/bots/${bot.id}/releases`,
        token: token.token,
      });
      expect(releases.body).toMatchObject({ releases: [{ createdBy: { tokenName: 'Grace' } }] });
    });

    it('forbids caching the response', async () => {
      const { secret } = await createInvitation(api);
      expect((await accept({ secret, name: 'Ada' })).headers.get('cache-control')).toBe('no-store');
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each([
      ['no secret', { secret: undefined }, 'secret'],
      ['no name', { name: undefined }, 'name'],
      ['an empty name', { name: ' ' }, 'name'],
      ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ])('rejects %s, and the secret still works', async (_, fields, path) => {
      const { secret } = await createInvitation(api);
      const response = await accept({ secret, name: 'Ada', ...fields });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
      expect(response.text).not.toContain(secret);
      expect((await accept({ secret, name: 'Ada' })).status).toBe(200);
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    const expectNotFound = async (secret: string) => {
      const response = await accept({ secret, name: 'Ada' });
      expect(response).toMatchObject({
        status: 404,
        body: {
          code: 'NOT_FOUND',
          message: 'Invitation not found: it is unknown, has expired, or was accepted or revoked',
        },
      });
    };

    it.each([
      ['nothing', () => ''],
      ['any text', () => 'inv_x'],
      [
        'another last character',
        (secret: string) => secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A'),
      ],
      ['the ids alone', (secret: string) => secret.slice(0, secret.lastIndexOf('.'))],
      ['something after it', (secret: string) => `${secret}A`],
      ['a key that no item can have', (secret: string) => secret.replace('.', '#.')],
    ])('for a secret that is %s, and the invitation stays', async (_, toSecret) => {
      const { invitation, secret } = await createInvitation(api);
      await expectNotFound(toSecret(secret));
      expect((await readInvitations(api)).map(({ id }) => id)).toContain(invitation.id);
    });

    it('for a used one', async () => {
      const { secret } = await createInvitation(api);
      await acceptInvitation(api, { secret });
      await expectNotFound(secret);
    });

    it('for an expired one', async () => {
      const { invitation, secret } = await createInvitation(api);
      await expire(keys.invitation(api.workspaceId, invitation.id));
      await expectNotFound(secret);
    });

    it('for one whose creator was revoked, or has expired', async () => {
      const admin = await api.tokenFor('admin');
      const [revoked, expired] = [
        await createToken(api, { role: 'admin' }),
        await createToken(api, { role: 'admin' }),
      ];
      const own = ({ token }: { token: string }) => ({ id: api.workspaceId, token });
      const byRevoked = await createInvitation(api, {}, own(revoked));
      const byExpired = await createInvitation(api, {}, own(expired));
      await api.request({
        method: 'DELETE',
        path: `/v1/workspaces/${api.workspaceId}/tokens/${revoked.id}`,
        token: admin,
      });
      await expire(keys.token(hashToken(expired.token)));
      await expectNotFound(byRevoked.secret);
      await expectNotFound(byExpired.secret);
    });

    it('for one whose workspace is being erased', async () => {
      const workspace = await createOwnWorkspace(api);
      const { secret } = await createInvitation(api, {}, workspace);
      await updateItem(keys.workspace(workspace.id), {
        expression: 'SET erasedSince = :now',
        values: { ':now': new Date().toISOString() },
      });
      await expectNotFound(secret);
    });
  });
});
