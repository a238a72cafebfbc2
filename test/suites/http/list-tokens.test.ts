import { describe, expect, it } from 'vitest';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createToken, createWorkspace } from '#test/support/token-client.ts';

type TokenPage = { tokens: { id: string; name: string }[]; nextCursor?: string };

describeApi('GET /v1/workspaces/{workspaceId}/tokens', (api) => {
  const list = (workspaceId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/workspaces/${workspaceId}/tokens`, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('returns a token without its secret', async () => {
      const { token: secret, ...created } = await createToken(api, { name: 'Shown' });
      const { body, text } = await list(api.workspaceId, { token: await api.tokenFor('admin') });
      expect((body as TokenPage).tokens).toContainEqual({ ...created, revokedAt: null, lastUsedOn: null });
      expect(text).not.toContain(secret);
      expect(text).not.toMatch(/[0-9a-f]{64}/);
    });

    it('pages through all tokens, newest first, each once', async () => {
      const { workspace, token: admin } = await createWorkspace(api);
      for (let index = 1; index <= 6; index++) {
        const response = await api.request({
          method: 'POST',
          path: `/v1/workspaces/${workspace.id}/tokens`,
          token: admin.token,
          body: { name: `Token ${index}`, role: 'viewer' },
        });
        expect(response.status).toBe(200);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const response = await list(workspace.id, {
          token: admin.token,
          query: { limit: '2', ...(cursor !== undefined && { cursor }) },
        });
        expect(response.status).toBe(200);
        const page = response.body as TokenPage;
        expect(page.tokens.length).toBeLessThanOrEqual(2);
        seen.push(...page.tokens.map(({ name }) => name));
        cursor = page.nextCursor;
        pages += 1;
      } while (cursor !== undefined);
      expect(pages).toBe(4);
      expect(seen).toHaveLength(7);
      expect(seen.toSorted()).toEqual([
        'First admin',
        ...[1, 2, 3, 4, 5, 6].map((index) => `Token ${index}`),
      ]);
      expect(seen.at(-1)).toBe('First admin');
    });

    it("shows a workspace's tokens to the admins of its ancestor workspaces", async () => {
      const first = await createWorkspace(api, 'First');
      const second = await createWorkspace(api, 'Second', first.token.token);
      for (const token of [first.token.token, await api.tokenFor('admin')]) {
        const { status, body } = await list(second.workspace.id, { token });
        expect(status).toBe(200);
        expect((body as TokenPage).tokens.map(({ id }) => id)).toEqual([second.token.id]);
      }
    });

    it('returns a revoked token with the time of its revocation', async () => {
      const { id } = await createToken(api);
      const token = await api.tokenFor('admin');
      await api.request({ method: 'DELETE', path: `/v1/workspaces/${api.workspaceId}/tokens/${id}`, token });
      const { body } = await list(api.workspaceId, { token });
      expect((body as TokenPage).tokens.find((one) => one.id === id)).toMatchObject({
        revokedAt: expect.stringMatching(/Z$/),
      });
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each([
      ['an unknown cursor', { cursor: 'bm9ib2R5' }, 'cursor'],
      ['an empty cursor', { cursor: '' }, 'cursor'],
      ['a limit of 0', { limit: '0' }, 'limit'],
      ['a limit of 101', { limit: '101' }, 'limit'],
      ['a limit that is not a number', { limit: 'ten' }, 'limit'],
      ['two limits', { limit: ['1', '2'] }, 'limit'],
    ])('rejects %s', async (_, query, path) => {
      const response = await list(api.workspaceId, { token: await api.tokenFor('admin'), query });
      expect(response).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', issues: [{ path }] } });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await list(api.workspaceId, { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it('rejects an editor', async () => {
      expect(await list(api.workspaceId)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      expect(await list(id)).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      const response = await list(api.workspaceId, { token: await api.strangerToken() });
      expect(response).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });
    });

    it.runIf(api.canReachStore)(
      'hides a created workspace from everyone but admins of its ancestors',
      async () => {
        const { workspace, token: made } = await createWorkspace(api);
        const sibling = await createWorkspace(api, 'Sibling');
        const refused = [
          [workspace.id, await api.tokenFor('editor')],
          [workspace.id, await api.strangerToken()],
          [workspace.id, sibling.token.token],
          // A created workspace's token has no access to the workspace that created it.
          [api.workspaceId, made.token],
        ] as const;
        for (const [id, token] of refused) {
          expect(await list(id, { token })).toMatchObject({
            status: 404,
            body: { message: 'Workspace not found' },
          });
        }
      },
    );
  });
});
