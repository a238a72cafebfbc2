import { beforeAll, describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { importBot, patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { archiveBot, type ListedBot, listAllBots, listBots, restoreBot } from '#test/support/bot-life.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { uniqueName } from '#test/support/unique-name.ts';

describeApi('GET /v1/bots', (api) => {
  const list = (query: ApiRequest['query'], more: object = {}) =>
    api.request({ method: 'GET', path: '/v1/bots', query: query ?? {}, ...more });

  const listed = async (id: string, query: Record<string, string> = {}): Promise<ListedBot | undefined> =>
    (await listAllBots(api, query)).find((bot) => bot.id === id);

  describe('200', () => {
    it('returns a summary of each bot', async () => {
      const bot = await importBot(api, { ...v6Document(), name: 'Ferry', icon: '⛴️', folderId: 'harbour' });
      expect(await listed(bot.id)).toStrictEqual({
        id: bot.id,
        name: 'Ferry',
        icon: '⛴️',
        folderId: 'harbour',
        publicId: null,
        createdAt: bot.createdAt,
        updatedAt: bot.updatedAt,
        isPublished: false,
        publishedRelease: null,
        hasUnpublishedChanges: true,
      });
    });

    it('reflects publishing, changing, publishing again and unpublishing', async () => {
      const { id } = await importBot(api, v6Document());
      const { publicId } = await publishBot(api, id);
      const published = { publicId, isPublished: true, publishedRelease: 1, hasUnpublishedChanges: false };
      expect(await listed(id)).toMatchObject(published);

      await patchBot(api, id, { name: 'Renamed' });
      expect(await listed(id)).toMatchObject({ ...published, name: 'Renamed' });

      const { updatedAt } = await patchBot(api, id, { variables: [] });
      expect(await listed(id)).toMatchObject({ ...published, updatedAt, hasUnpublishedChanges: true });

      await publishBot(api, id);
      expect(await listed(id)).toMatchObject({ ...published, publishedRelease: 2 });

      await unpublishBot(api, id);
      expect(await listed(id)).toMatchObject({
        publicId,
        isPublished: false,
        publishedRelease: null,
        hasUnpublishedChanges: true,
      });
    });

    it('lists the newest first', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) ids.unshift((await importBot(api, v6Document())).id);
      // A deployed service has one workspace for all tests, which may import bots at the same time.
      const listedIds = (await listAllBots(api)).map(({ id }) => id);
      expect(listedIds.filter((id) => ids.includes(id))).toStrictEqual(ids);
    });

    it('hides archived bots unless requested', async () => {
      const { id } = await importBot(api, v6Document());
      expect(await listed(id, { archived: 'true' })).toBeUndefined();
      await archiveBot(api, id);
      expect(await listed(id)).toBeUndefined();
      expect(await listed(id, { archived: 'false' })).toBeUndefined();
      expect(await listed(id, { archived: 'true' })).toMatchObject({
        id,
        isPublished: false,
        publicId: null,
      });
      await restoreBot(api, id);
      expect(await listed(id)).toMatchObject({ id });
      expect(await listed(id, { archived: 'true' })).toBeUndefined();
    });

    it('filters by folder or by the lack of one', async () => {
      const folderId = uniqueName('folder');
      const inFolder = await importBot(api, v6Document(), { folderId });
      const inNone = await importBot(api, v6Document(), { folderId: null });
      expect((await listAllBots(api, { folderId })).map(({ id }) => id)).toStrictEqual([inFolder.id]);
      const root = (await listAllBots(api, { folderId: 'root' })).map(({ id }) => id);
      expect(root).toContain(inNone.id);
      expect(root).not.toContain(inFolder.id);

      await patchBot(api, inFolder.id, { folderId: null });
      expect(await listAllBots(api, { folderId })).toStrictEqual([]);
    });

    it('supports folders with long or unusual ids', async () => {
      for (const folderId of ['x'.repeat(5_000), '%/#', '__proto__']) {
        const { id } = await importBot(api, v6Document(), { folderId });
        expect((await listAllBots(api, { folderId })).map((bot) => bot.id)).toContain(id);
      }
    });

    it('lists a bot of several megabytes without reading it', async () => {
      const { id } = await importBot(api, { ...noiseBot(900_000), name: 'x'.repeat(100_000) });
      expect(await listed(id)).toMatchObject({ id, name: 'x'.repeat(250) });
    });

    it('lists a bot with an empty name', async () => {
      const { id } = await importBot(api, { ...v6Document(), name: '', icon: null });
      expect(await listed(id)).toMatchObject({ id, name: '', icon: null });
    });
  });

  describe('200 for a search', () => {
    const folderId = uniqueName('search');
    const named: Record<string, string> = {};
    const found = async (query: Record<string, string>) =>
      (await listAllBots(api, { folderId, ...query })).map(({ name }) => name);

    beforeAll(async () => {
      for (const name of ['Fähre nach Föhr', 'FAHRE im Winter', 'Umfrage']) {
        named[name] = (await importBot(api, { ...v6Document(), name }, { folderId })).id;
      }
    });

    it.each([
      ['fahre', ['FAHRE im Winter', 'Fähre nach Föhr']],
      ['FÖHR', ['Fähre nach Föhr']],
      ['e n', ['Fähre nach Föhr']],
      ['.', []],
      ['nothing like it', []],
    ])('finds names that contain %j, whatever case and accents', async (search, names) => {
      expect(await found({ search })).toStrictEqual(names);
    });

    it('finds a bot by its publicId', async () => {
      const { publicId } = await publishBot(api, named.Umfrage ?? '');
      expect(await found({ search: String(publicId).slice(-6).toUpperCase() })).toContain('Umfrage');
    });

    it('says how many bots it has searched', async () => {
      const page = await listBots(api, { folderId, search: 'fahre' });
      expect(page.searched).toBeGreaterThanOrEqual(3);
      expect(await listBots(api, { folderId })).not.toHaveProperty('searched');
    });

    it('goes on after a page that is full', async () => {
      const first = await listBots(api, { folderId, search: 'fahre', limit: '1' });
      expect(first.bots.map(({ name }) => name)).toStrictEqual(['FAHRE im Winter']);
      const cursor = first.nextCursor ?? '';
      const second = await listBots(api, { folderId, search: 'fahre', limit: '1', cursor });
      expect(second.bots.map(({ name }) => name)).toStrictEqual(['Fähre nach Föhr']);
    });

    it('filters by state, which changes with the bot', async () => {
      const id = named['FAHRE im Winter'] ?? '';
      const states = async () => {
        const entries = ['draft', 'published', 'changed'].map(async (state) =>
          (await found({ state, search: 'winter' })).length === 1 ? state : undefined,
        );
        return (await Promise.all(entries)).filter((state) => state !== undefined);
      };
      expect(await states()).toStrictEqual(['draft']);
      await publishBot(api, id);
      expect(await states()).toStrictEqual(['published']);
      await patchBot(api, id, { variables: [] });
      expect(await states()).toStrictEqual(['changed']);
      await unpublishBot(api, id);
      expect(await states()).toStrictEqual(['draft']);
    });

    it('searches the archived bots if these are listed', async () => {
      const { id } = await importBot(api, { ...v6Document(), name: 'Alte Fähre' }, { folderId });
      await archiveBot(api, id);
      expect(await found({ search: 'alte' })).toStrictEqual([]);
      expect(await found({ search: 'alte', archived: 'true' })).toStrictEqual(['Alte Fähre']);
    });

    it.runIf(api.canInjectFaults)('costs one request, also if it finds nothing', async () => {
      const { commands } = await measureConsumption(() => listBots(api, { search: 'nothing like it' }));
      expect(commands).toStrictEqual(['QueryCommand']);
    });
  });

  describe('200 across pages', () => {
    const folderId = uniqueName('pages');
    let ids: string[] = [];

    beforeAll(async () => {
      ids = [];
      for (let index = 0; index < 7; index++) {
        ids.unshift((await importBot(api, v6Document(), { folderId })).id);
        // A bot outside the folder, which the folder's pages skip.
        await importBot(api, v6Document());
      }
    });

    it.each([1, 2, 3, 7, 100])('lists each bot of a folder once with %i per page', async (limit) => {
      const bots = await listAllBots(api, { folderId, limit: String(limit) });
      expect(bots.map(({ id }) => id)).toStrictEqual(ids);
    });

    it('respects the limit, and lists no bot twice when others are added in between', async () => {
      const first = await listBots(api, { limit: '4' });
      expect(first.bots).toHaveLength(4);
      await importBot(api, v6Document());
      const second = await listBots(api, { limit: '4', cursor: first.nextCursor ?? '' });
      const shown = [...first.bots, ...second.bots].map(({ id }) => id);
      expect(new Set(shown).size).toBe(8);
    });

    it('ends without a cursor', async () => {
      let page = await listBots(api, { folderId, limit: '100' });
      while (page.nextCursor !== undefined) {
        page = await listBots(api, { folderId, limit: '100', cursor: page.nextCursor });
      }
      expect(page).not.toHaveProperty('nextCursor');
    });

    it.runIf(api.canInjectFaults)('costs one request and reads no document', async () => {
      const { commands, readUnits } = await measureConsumption(() => listBots(api, { limit: '5' }));
      expect(commands).toStrictEqual(['QueryCommand']);
      expect(readUnits).toBeLessThanOrEqual(2);
    });
  });

  describe('400', () => {
    it.each<[string, ApiRequest['query']]>([
      ['limit 0', { limit: '0' }],
      ['limit 101', { limit: '101' }],
      ['limit -1', { limit: '-1' }],
      ['limit 1.5', { limit: '1.5' }],
      ['limit 1e1', { limit: '1e1' }],
      ['an empty limit', { limit: '' }],
      ['archived=yes', { archived: 'yes' }],
      ['an empty search', { search: '' }],
      ['a blank search', { search: '  ' }],
      ['a search of 201 characters', { search: 'x'.repeat(201) }],
      ['an unknown state', { state: 'archived' }],
      ['two searches', { search: ['a', 'b'] }],
      ['two limits', { limit: ['1', '2'] }],
      ['a made-up cursor', { cursor: 'first' }],
      ['a cursor into another partition', { cursor: Buffer.from('1#x#a#b').toString('base64url') }],
    ])('rejects %s', async (_, query) => {
      expect(await list({ workspaceId: api.workspaceId, ...query })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path: Object.keys(query ?? {})[0] }] },
      });
    });

    it('requires a workspaceId', async () => {
      expect(await list({})).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path: 'workspaceId' }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await list({ workspaceId: 'any' }, { token: null })).status).toBe(401);
    });
  });

  describe.runIf(api.canReachStore)('200 for a viewer', () => {
    it('requires no higher role', async () => {
      const token = await api.tokenFor('viewer');
      expect((await list({ workspaceId: api.workspaceId }, { token })).status).toBe(200);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a workspace id %s', async (_, id) => {
      expect(await list({ workspaceId: decodeURIComponent(id) })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign workspace like an unknown one', async () => {
      const token = await api.strangerToken();
      expect(await list({ workspaceId: api.workspaceId }, { token })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Workspace not found' },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => list({ workspaceId: api.workspaceId }),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
