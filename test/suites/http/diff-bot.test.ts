import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { diffBot } from '#test/support/bot-life.ts';
import { type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';

const SLOW_MS = 60_000;
const NOTHING = { added: [], removed: [], changed: [] };
const SAME = {
  events: NOTHING,
  groups: NOTHING,
  blocks: NOTHING,
  edges: NOTHING,
  variables: NOTHING,
  fields: [],
  isComplete: true,
};

describeApi('GET /v1/bots/{botId}/diff', (api) => {
  const diff = (botId: string, more: Partial<ApiRequest> = {}) =>
    api.request({
      method: 'GET',
      path: `/v1/bots/${botId}/diff`,
      query: { from: 'draft', to: 'draft' },
      ...more,
    });

  describe('200', () => {
    it('finds no changes between a draft and its own release', async () => {
      for (const document of [v6Document(), v5Document()]) {
        const { id } = await importBot(api, document);
        await publishBot(api, id);
        expect(await diffBot(api, id, 1, 'draft')).toStrictEqual({ from: '1', to: 'draft', ...SAME });
        expect(await diffBot(api, id, 'draft', 'draft')).toStrictEqual({
          from: 'draft',
          to: 'draft',
          ...SAME,
        });
      }
    });

    it('returns the changes since a release, in both directions', async () => {
      const { id, variables } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, {
        name: 'Renamed',
        variables: [...variables.slice(1), { id: 'var-new', name: 'New' }],
        theme: {},
      });
      const added = [{ id: 'var-new', label: 'New' }];
      const removed = [{ id: 'var-route', label: 'Route' }];
      expect(await diffBot(api, id, 1, 'draft')).toStrictEqual({
        ...SAME,
        from: '1',
        to: 'draft',
        variables: { added, removed, changed: [] },
        fields: ['name', 'theme'],
      });
      expect(await diffBot(api, id, 'draft', 1)).toMatchObject({
        variables: { added: removed, removed: added },
      });
    });

    it('compares two releases', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { settings: {} });
      await publishBot(api, id);
      await patchBot(api, id, { groups: [] });
      expect(await diffBot(api, id, 1, 2)).toStrictEqual({
        ...SAME,
        from: '1',
        to: '2',
        fields: ['settings'],
      });
      expect((await diffBot(api, id, 2, 'draft')).groups.removed).toHaveLength(3);
    });

    it(
      'compares large bots with nothing in common',
      async () => {
        const { id, groups } = await importBot(api, noiseBot(900_000));
        await publishBot(api, id);
        const changed = await patchBot(api, id, { groups: noiseBot(900_000, '6', 2).groups });
        const { groups: found, isComplete } = await diffBot(api, id, 1, 'draft');
        expect(isComplete).toBe(true);
        expect(found.removed).toHaveLength(groups.length);
        expect(found.added).toHaveLength(changed.groups.length);
      },
      SLOW_MS,
    );
  });

  describe('400', () => {
    it.each<[string, Record<string, string>, string]>([
      ['no from', { to: 'draft' }, 'from'],
      ['no to', { from: '1' }, 'to'],
      ['release 0', { from: '0', to: 'draft' }, 'from'],
      ['a word', { from: 'draft', to: 'published' }, 'to'],
      ['a number of nine digits', { from: '123456789', to: 'draft' }, 'from'],
    ])('rejects %s', async (_, query, path) => {
      const { id } = await importBot(api, v6Document());
      expect(await diff(id, { query })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });
  });

  describeBotRefusals(api, diff, { isWrite: false });

  describe('404 for a release', () => {
    it.each([
      { from: '1', to: 'draft' },
      { from: 'draft', to: '99999999' },
    ])('returns 404 for an unknown release: %o', async (query) => {
      const { id } = await importBot(api, v6Document());
      expect(await diff(id, { query })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Release not found' },
      });
    });

    it.runIf(api.canReachStore)('hides releases from strangers', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      for (const query of [
        { from: '1', to: 'draft' },
        { from: 'draft', to: '2' },
        { from: '2', to: '2' },
      ]) {
        expect(await diff(id, { query, token: await api.strangerToken() })).toMatchObject({
          status: 404,
          body: { message: 'Bot not found' },
        });
      }
    });
  });
});
