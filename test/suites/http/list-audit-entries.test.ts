import { describe, expect, it } from 'vitest';
import { writeEntryOnce } from '#lib/platform/audit/audit-store.ts';
import { changeOrigin } from '#lib/platform/audit/change.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { createWorkspace } from '#test/support/token-client.ts';

type Entry = { id: string; at: string; action: string; actor: { tokenName: string }; botId: string | null };
type AuditPage = { entries: Entry[]; nextCursor?: string };

describeApi('GET /v1/workspaces/{workspaceId}/audit', (api) => {
  const list = (workspaceId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/workspaces/${workspaceId}/audit`, ...more });

  /** Creates a workspace with this many audit entries, alternately for bots `a` and `b`. */
  async function createTrail(entries: number) {
    const { workspace, token } = await createWorkspace(api);
    const caller = { tokenId: 't1', tokenName: 'CI' };
    for (let index = 0; index < entries; index++) {
      await writeEntryOnce({
        ...changeOrigin(caller),
        action: 'updateBot',
        workspaceId: workspace.id,
        botId: index % 2 === 0 ? 'a' : 'b',
      });
    }
    return { id: workspace.id, token: token.token };
  }

  describe.runIf(api.canReachStore)('200', () => {
    it('says who changed what, newest first', async () => {
      const { id } = await importBot(api, v6Document());
      await patchBot(api, id, { name: 'A secret plan' });
      await publishBot(api, id);
      const response = await list(api.workspaceId, {
        token: await api.tokenFor('admin'),
        query: { botId: id },
      });
      expect(response.status).toBe(200);
      const { entries } = response.body as AuditPage;
      expect(entries.map(({ action }) => action)).toEqual(['publishBot', 'updateBot', 'importBot']);
      expect(entries[0]).toMatchObject({
        actor: { type: 'token', tokenName: 'editor' },
        sourceIp: '127.0.0.1',
        botId: id,
        release: 1,
      });
      expect(response.text).not.toContain('A secret plan');
    });

    it('names the operator', async () => {
      const { body } = await list(api.workspaceId, {
        token: await api.tokenFor('admin'),
        query: { limit: 100 },
      });
      const { entries } = body as AuditPage;
      expect(entries.at(-1)).toMatchObject({
        action: 'createWorkspace',
        actor: { type: 'operator', tokenId: null, tokenName: null },
        sourceIp: null,
      });
    });

    it.each([{}, { botId: 'a' }])('pages through them, each once: %o', async (filter) => {
      const { id, token } = await createTrail(9);
      const seen: Entry[] = [];
      let cursor: string | undefined;
      do {
        const query = { ...filter, limit: 2, ...(cursor !== undefined && { cursor }) };
        const page = (await list(id, { token, query })).body as AuditPage;
        expect(page.entries.length).toBeLessThanOrEqual(2);
        seen.push(...page.entries);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      const expected = 'botId' in filter ? 5 : 10;
      expect(new Set(seen.map((entry) => entry.id)).size).toBe(expected);
      expect(seen.map(({ at }) => at)).toEqual(
        seen
          .map(({ at }) => at)
          .toSorted()
          .reverse(),
      );
    });

    it('is empty for a bot of which nothing is recorded', async () => {
      const { id, token } = await createTrail(3);
      expect((await list(id, { token, query: { botId: 'none' } })).body).toEqual({ entries: [] });
    });
  });

  describe('400', () => {
    it.runIf(api.canReachStore).each([
      ['cursor', 'x'],
      ['limit', '0'],
      ['limit', '101'],
    ])('for %s=%s', async (name, value) => {
      const { status } = await list(api.workspaceId, {
        token: await api.tokenFor('admin'),
        query: { [name]: value },
      });
      expect(status).toBe(400);
    });
  });

  describe('401', () => {
    it('without a token', async () => {
      expect((await list(api.workspaceId, { token: null })).status).toBe(401);
    });
  });

  describe('403', () => {
    it.runIf(api.canReachStore).each(['viewer', 'editor'] as const)('for a %s', async (role) => {
      expect((await list(api.workspaceId, { token: await api.tokenFor(role) })).status).toBe(403);
    });
  });

  describe('404', () => {
    it.runIf(api.canReachStore)('for the admin of another workspace', async () => {
      expect((await list(api.workspaceId, { token: await api.strangerToken() })).status).toBe(404);
    });

    it.runIf(api.canReachStore)('for the admin of the workspace that made it', async () => {
      const { workspace } = await createWorkspace(api);
      expect((await list(workspace.id, { token: await api.tokenFor('admin') })).status).toBe(404);
    });

    it.each(ODD_IDS)('for %s instead of an id', async (id) => {
      expect((await list(encodeURIComponent(id))).status).toBe(404);
    });
  });
});
