import { describe, expect, it, vi } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { createWorkspace, getMe } from '#test/support/token-client.ts';

const NINETY_DAYS_MS = 90 * 24 * 60 * 60 * 1_000;

describeApi('POST /v1/workspaces', (api) => {
  const create = (body: unknown, more: object = {}) =>
    api.request({ method: 'POST', path: '/v1/workspaces', body, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('creates a workspace and its first admin token, which expires after 90 days', async () => {
      const { workspace, token } = await createWorkspace(api, '  Bakery ');
      expect(workspace).toStrictEqual({
        id: expect.stringMatching(/^[a-z0-9]{24}$/),
        name: 'Bakery',
        createdAt: expect.any(String),
      });
      expect(token).toMatchObject({ workspaceId: workspace.id, role: 'admin' });
      const lifetimeMs = Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt);
      expect(Math.abs(lifetimeMs - NINETY_DAYS_MS)).toBeLessThan(1_000);
    });

    it('returns a token that only works in the new workspace', async () => {
      const { workspace, token } = await createWorkspace(api);
      expect((await getMe(api, token.token)).workspaces).toStrictEqual([{ ...workspace, role: 'admin' }]);
      const importInto = (workspaceId: string) =>
        api.request({
          method: 'POST',
          path: '/v1/bots/import',
          token: token.token,
          body: { workspaceId, bot: v6Document() },
        });
      expect((await importInto(workspace.id)).status).toBe(200);
      expect((await importInto(api.workspaceId)).status).toBe(404);
    });

    it.runIf(api.canInjectFaults)('warns if pages of all workspaces share one origin', async () => {
      const warn = async (proof: string, below: string) => {
        vi.stubEnv('SITE_PROOF', proof);
        vi.stubEnv('WORKSPACE_ORIGINS_BELOW', below);
        return (await createWorkspace(api)).warnings;
      };
      expect(await warn('proof', '')).toEqual([
        { code: 'SHARED_ORIGIN', message: expect.stringContaining('bots:workspaceOrigins') },
      ]);
      expect(await warn('proof', 'https://bots.example.com')).toBeUndefined();
      // Without the sites, there are no pages.
      expect(await warn('', '')).toBeUndefined();
      vi.unstubAllEnvs();
    });

    it('allows two workspaces with the same name', async () => {
      const [first, second] = await Promise.all([createWorkspace(api, 'Twin'), createWorkspace(api, 'Twin')]);
      expect(first.workspace.id).not.toBe(second.workspace.id);
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each([
      ['no name', {}],
      ['an empty name', { name: ' ' }],
      ['a name of 101 characters', { name: 'x'.repeat(101) }],
      ['a name with a control character', { name: 'a\u0007b' }],
      ['a name that is not a string', { name: 7 }],
    ])('rejects %s', async (_, body) => {
      const response = await create(body, { token: await api.tokenFor('admin') });
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path: 'name' }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await create({ name: 'x' }, { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it.runIf(api.canReachStore)('rejects a workspace more than eight levels deep', async () => {
      let token = await api.tokenFor('admin');
      for (let makers = 1; makers <= 8; makers++) {
        ({ token } = (await createWorkspace(api, `Link ${makers}`, token)).token);
      }
      expect(await create({ name: 'One too many' }, { token })).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    });

    it('rejects a token without the admin role', async () => {
      expect(await create({ name: 'x' })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('creates neither workspace nor token if their transaction fails', async () => {
      const token = await api.tokenFor('admin');
      const { value: response, failures } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('ValidationException'),
        },
        () => create({ name: 'x' }, { token }),
      );
      expect(response).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } });
      expect(failures).toBe(1);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
