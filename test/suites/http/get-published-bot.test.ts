import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { getPublished, importBot, patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';

const PUBLISHED_FIELDS = [
  'botId',
  'createdAt',
  'edges',
  'events',
  'groups',
  'id',
  'settings',
  'theme',
  'updatedAt',
  'variables',
  'version',
];

const MIGRATED = { migrateToLatestVersion: 'true' };

describeApi('GET /v1/bots/{botId}/publishedBot', (api) => {
  const get = (botId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/publishedBot`, ...more });

  const published = async (document: unknown): Promise<string> => {
    const { id } = await importBot(api, document);
    await publishBot(api, id);
    return id;
  };

  describe('200', () => {
    it.each([
      ['V6', v6Document()],
      ['V5', v5Document()],
    ])('returns the %s variant with exactly the fields of a published bot', async (_, document) => {
      const id = await published({ ...document, unknown: 'key', ownerId: 'me' });
      const { publishedBot } = await getPublished(api, id);
      expect(Object.keys(publishedBot ?? {}).toSorted()).toStrictEqual(PUBLISHED_FIELDS);
    });

    it('returns the flow as sent, including unknown keys', async () => {
      const { version, events, groups, edges, variables, theme, settings } = v6Document();
      const { publishedBot } = await getPublished(api, await published(v6Document()));
      expect(publishedBot).toMatchObject({ version, events, groups, edges, variables, theme, settings });
      expect(publishedBot?.groups).toStrictEqual(groups);
    });

    it.each([{}, MIGRATED])('returns null for a bot that was never published: %j', async (query) => {
      const { id } = await importBot(api, v6Document());
      expect((await get(id, { query })).body).toStrictEqual({ publishedBot: null });
    });

    it.each([{}, MIGRATED])('returns null for an unpublished bot: %j', async (query) => {
      const id = await published(v6Document());
      await unpublishBot(api, id);
      expect((await get(id, { query })).body).toStrictEqual({ publishedBot: null });
    });

    it('shows draft changes only once published', async () => {
      const id = await published(v6Document());
      await patchBot(api, id, { groups: [], name: 'Draft' });
      expect((await getPublished(api, id)).publishedBot?.groups).toStrictEqual(v6Document().groups);
      await publishBot(api, id);
      expect((await getPublished(api, id)).publishedBot?.groups).toStrictEqual([]);
    });

    it.each([{}, { migrateToLatestVersion: 'false' }])(
      'neither migrates nor returns a version with the query %j',
      async (query) => {
        const id = await published(v5Document('4'));
        const response = await getPublished(api, id, query as Record<string, string>);
        expect(Object.keys(response)).toStrictEqual(['publishedBot']);
        expect(response.publishedBot).toMatchObject({ version: '4', events: null });
        expect(response.publishedBot?.groups).toStrictEqual(v5Document('4').groups);
      },
    );

    it.each(['3', '4', '5'] as const)(
      'migrates version "%s" and returns the original version',
      async (version) => {
        const id = await published(v5Document(version));
        const response = await getPublished(api, id, MIGRATED);
        expect(response).toMatchObject({
          version,
          publishedBot: {
            botId: id,
            version: '6',
            events: [{ type: 'start', outgoingEdgeId: 'edge-start' }],
            groups: [{ id: 'group-card' }, { id: 'group-empty', blocks: [] }],
          },
        });
        expect(Object.keys(response.publishedBot ?? {}).toSorted()).toStrictEqual(PUBLISHED_FIELDS);
      },
    );

    it('migrates only the response', async () => {
      const id = await published(v5Document());
      await getPublished(api, id, MIGRATED);
      expect((await getPublished(api, id)).publishedBot).toMatchObject({ version: '5', events: null });
    });

    it('returns version "6" for a copy already at the latest version', async () => {
      const id = await published(v6Document());
      const { publishedBot } = await getPublished(api, id);
      expect(await getPublished(api, id, MIGRATED)).toStrictEqual({ publishedBot, version: '6' });
    });

    it('returns a 6.1 copy unchanged, as version "6"', async () => {
      const id = await published({ ...v6Document(), version: '6.1' });
      const { publishedBot } = await getPublished(api, id);
      expect(publishedBot?.version).toBe('6.1');
      expect(await getPublished(api, id, MIGRATED)).toStrictEqual({ publishedBot, version: '6' });
    });

    it("returns the published copy's version even if the draft's differs", async () => {
      const id = await published(v5Document('3'));
      await patchBot(api, id, { version: '6' });
      expect(await getPublished(api, id, MIGRATED)).toMatchObject({
        version: '3',
        publishedBot: { version: '6' },
      });
      expect((await getPublished(api, id)).publishedBot).toMatchObject({ version: '3' });
      await publishBot(api, id);
      expect(await getPublished(api, id, MIGRATED)).toMatchObject({ version: '6' });
    });

    it.runIf(api.canReachStore).each(['viewer', 'editor', 'admin'] as const)(
      'accepts a token with the role %s',
      async (role) => {
        const id = await published(v6Document());
        expect((await get(id, { token: await api.tokenFor(role) })).status).toBe(200);
      },
    );
  });

  describe('400', () => {
    it.each(['1', '0', 'TRUE', 'True', '', 'yes', 'true,false', ' true'])(
      'rejects migrateToLatestVersion=%j',
      async (value) => {
        const response = await get(await published(v6Document()), {
          query: { migrateToLatestVersion: value },
        });
        expect(response).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', issues: [{ path: 'migrateToLatestVersion' }] },
        });
      },
    );

    it('rejects a repeated parameter, even with equal values', async () => {
      const id = await published(v6Document());
      for (const values of [
        ['true', 'false'],
        ['true', 'true'],
      ]) {
        expect(await get(id, { query: { migrateToLatestVersion: values } })).toMatchObject({
          status: 400,
          body: { issues: [{ path: 'migrateToLatestVersion' }] },
        });
      }
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await get('any', { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await get(id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore).each(['published', 'unpublished'])(
      'treats a foreign %s bot like an unknown one',
      async (state) => {
        const id = await published(v6Document());
        if (state === 'unpublished') await unpublishBot(api, id);
        const token = await api.strangerToken();
        const [foreign, unknown] = [await get(id, { token }), await get('unknown', { token })];
        expect(foreign.status).toBe(404);
        expect(foreign.body).toStrictEqual({ ...(unknown.body as object), requestId: expect.any(String) });
      },
    );
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('does not reveal internal errors', async () => {
      const id = await published(v6Document());
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ResourceNotFoundException') },
        () => get(id),
      );
      expect(response.status).toBe(500);
      expect(response.body).toStrictEqual({
        message: 'Internal server error',
        code: 'INTERNAL_SERVER_ERROR',
        requestId: expect.any(String),
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const id = await published(v6Document());
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => get(id),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });
});
