import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createToken, createWorkspace, getMe } from '#test/support/token-client.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeApi('POST /v1/workspaces/{workspaceId}/tokens', (api) => {
  const create = (body: unknown, more: object = {}, workspaceId = api.workspaceId) =>
    api.request({ method: 'POST', path: `/v1/workspaces/${workspaceId}/tokens`, body, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('creates a working token with the requested role', async () => {
      const created = await createToken(api, { name: ' Nightly export ', role: 'editor' });
      expect(created).toMatchObject({ name: 'Nightly export', role: 'editor', workspaceId: api.workspaceId });
      expect(created.token).toMatch(/^bot_[A-Za-z0-9_-]{43}$/);
      expect((await getMe(api, created.token)).token).toMatchObject({ id: created.id, role: 'editor' });
    });

    it.each([
      ['after 90 days by default', {}, 90],
      ['after a day', { expiresInDays: 1 }, 1],
      ['after ten years', { expiresInDays: 3_650 }, 3_650],
    ])('expires the token %s', async (_, fields, days) => {
      const { createdAt, expiresAt } = await createToken(api, fields);
      const lifetimeMs = Date.parse(expiresAt ?? '') - Date.parse(createdAt);
      expect(Math.abs(lifetimeMs - days * DAY_MS)).toBeLessThan(1_000);
    });

    it('never expires the token if expiresInDays is null', async () => {
      expect((await createToken(api, { expiresInDays: null })).expiresAt).toBeNull();
    });

    it('forbids caching the response', async () => {
      const response = await create({ name: 'x', role: 'viewer' }, { token: await api.tokenFor('admin') });
      expect(response.headers.get('cache-control')).toBe('no-store');
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each([
      ['no name', { role: 'viewer' }, 'name'],
      ['an empty name', { name: '', role: 'viewer' }, 'name'],
      ['no role', { name: 'x' }, 'role'],
      ['an unknown role', { name: 'x', role: 'owner' }, 'role'],
      ['no days', { name: 'x', role: 'viewer', expiresInDays: 0 }, 'expiresInDays'],
      ['half a day', { name: 'x', role: 'viewer', expiresInDays: 0.5 }, 'expiresInDays'],
      ['more than ten years', { name: 'x', role: 'viewer', expiresInDays: 3_651 }, 'expiresInDays'],
      ['days as text', { name: 'x', role: 'viewer', expiresInDays: '90' }, 'expiresInDays'],
    ])('rejects %s', async (_, body, path) => {
      const response = await create(body, { token: await api.tokenFor('admin') });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await create({ name: 'x', role: 'viewer' }, { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it('rejects an editor, even for a token with a lower role', async () => {
      const response = await create({ name: 'x', role: 'viewer' });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });

    it.runIf(api.canReachStore)('rejects a viewer', async () => {
      const token = await api.tokenFor('viewer');
      expect((await create({ name: 'x', role: 'viewer' }, { token })).status).toBe(403);
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

    it.runIf(api.canReachStore)('gives the creator of a workspace no access to its contents', async () => {
      const { workspace } = await createWorkspace(api);
      const token = await api.tokenFor('admin');
      const answers = [
        await create({ name: 'x', role: 'viewer' }, { token }, workspace.id),
        await api.request({
          method: 'PATCH',
          path: `/v1/workspaces/${workspace.id}`,
          token,
          body: { name: 'x' },
        }),
        await api.request({ method: 'GET', path: '/v1/bots', token, query: { workspaceId: workspace.id } }),
        await api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token,
          body: { workspaceId: workspace.id, bot: v6Document() },
        }),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
      }
    });
  });
});
