import { describe, expect, it } from 'vitest';
import { writeItems } from '#lib/platform/store/dynamodb.ts';
import type { Workspace } from '#lib/workspaces/store/workspace.ts';
import { workspaceToPut } from '#lib/workspaces/store/workspace-store.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createWorkspace } from '#test/support/token-client.ts';

describeApi('GET /v1/workspaces', (api) => {
  const list = (more: object = {}) => api.request({ method: 'GET', path: '/v1/workspaces', ...more });

  describe('200', () => {
    it("returns the token's workspaces and roles", async () => {
      const { status, body } = await list();
      expect(status).toBe(200);
      expect(body).toMatchObject({ workspaces: [{ id: api.workspaceId, role: 'editor' }] });
    });

    it.runIf(api.canReachStore)('shows a new workspace only to its own token', async () => {
      const { workspace, token } = await createWorkspace(api);
      expect((await list({ token: token.token })).body).toStrictEqual({
        workspaces: [{ ...workspace, role: 'admin', icon: null, plan: 'UNLIMITED' }],
        made: [],
      });
      expect((await list({ token: await api.tokenFor('admin') })).body).toMatchObject({
        workspaces: [{ id: api.workspaceId }],
      });
    });

    it.runIf(api.canReachStore)(
      'shows an admin all workspaces created by its workspace, directly or indirectly',
      async () => {
        const made = async (token: string): Promise<(Workspace & { madeBy: string })[]> =>
          ((await list({ token })).body as { made: (Workspace & { madeBy: string })[] }).made;
        const first = await createWorkspace(api, 'First');
        const second = await createWorkspace(api, 'Second', first.token.token);
        expect(await made(await api.tokenFor('admin'))).toEqual(
          expect.arrayContaining([
            { ...first.workspace, madeBy: api.workspaceId },
            { ...second.workspace, madeBy: first.workspace.id },
          ]),
        );
        expect(await made(first.token.token)).toStrictEqual([
          { ...second.workspace, madeBy: first.workspace.id },
        ]);
        expect(await made(second.token.token)).toStrictEqual([]);
        expect(await made(await api.strangerToken())).toStrictEqual([]);
      },
    );

    it.runIf(api.canReachStore)('hides created workspaces from editors and viewers', async () => {
      await createWorkspace(api);
      expect((await list()).body).not.toHaveProperty('made');
      expect((await list({ token: await api.tokenFor('viewer') })).body).not.toHaveProperty('made');
    });

    it.runIf(api.canReachStore)(
      'lists 100 created workspaces per page, each once, newest first',
      async () => {
        const { workspace, token } = await createWorkspace(api);
        const ids: string[] = [];
        for (let minute = 0; minute < 202; minute++) {
          const { item, entries, created } = workspaceToPut({
            name: `Made ${minute}`,
            makers: [workspace.id],
            // Groups of three share the same millisecond.
            now: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(minute / 3))),
          });
          await writeItems([item, ...entries].map((put) => ({ put })));
          ids.push(created.id);
        }
        const pages: string[][] = [];
        const times: string[] = [];
        let cursor: string | undefined;
        do {
          const { body } = await list({ token: token.token, query: cursor === undefined ? {} : { cursor } });
          const page = body as { made: Workspace[]; nextCursor?: string };
          pages.push(page.made.map(({ id }) => id));
          times.push(...page.made.map(({ createdAt }) => createdAt));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(pages.map(({ length }) => length)).toEqual([100, 100, 2]);
        expect(pages.flat().toSorted()).toEqual(ids.toSorted());
        expect(times).toEqual(times.toSorted().toReversed());
      },
    );
  });

  describe('400', () => {
    it.each(['nonsense', Buffer.from('1#now#x').toString('base64url')])(
      'rejects the cursor %s',
      async (cursor) => {
        expect(await list({ query: { cursor } })).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', issues: [{ path: 'cursor' }] },
        });
      },
    );
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await list({ token: null })).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    });
  });
});
