import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { getBot, importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { expectToHold, ownedContent } from '#test/support/owned-content.ts';

describeApi('GET /v1/bots/{botId}', (api) => {
  const get = (botId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}`, ...more });

  describe('200', () => {
    it('returns the draft as stored, in its own version', async () => {
      const bot = await importBot(api, v5Document('4'));
      const response = await get(bot.id);
      expect(response.body).toStrictEqual({ bot });
      expectToHold(bot, v5Document('4'));
    });

    it('shows a change immediately, with a new ETag', async () => {
      const { id } = await importBot(api, v6Document());
      const before = await get(id);
      const patched = await patchBot(api, id, { name: 'Renamed' });
      const after = await get(id);
      expect(after.body).toStrictEqual({ bot: patched });
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    });

    it('keeps the ETag when a bot with a publicId is published', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await patchBot(api, id, { name: 'Changed' });
      const before = await get(id);
      await publishBot(api, id);
      expect((await get(id)).headers.get('etag')).toBe(before.headers.get('etag'));
    });

    it('migrates the response on request, but not the stored bot', async () => {
      const imported = await importBot(api, v5Document('3'));
      const migrated = await get(imported.id, { query: { migrateToLatestVersion: 'true' } });
      expect(migrated.body).toMatchObject({
        bot: {
          id: imported.id,
          version: '6',
          events: [{ id: 'group-start', type: 'start', outgoingEdgeId: 'edge-start' }],
          groups: [{ id: 'group-card' }, { id: 'group-empty', blocks: [] }],
        },
      });
      expect(await getBot(api, imported.id)).toStrictEqual(imported);
    });

    it.each(['6', '6.1'])('returns a version "%s" bot unmigrated', async (version) => {
      const imported = await importBot(api, { ...v6Document(), version });
      const { body } = await get(imported.id, { query: { migrateToLatestVersion: 'true' } });
      expect(body).toStrictEqual({ bot: imported });
    });

    it('does not migrate if migrateToLatestVersion is false', async () => {
      const imported = await importBot(api, v5Document());
      const { body } = await get(imported.id, { query: { migrateToLatestVersion: 'false' } });
      expect(body).toStrictEqual({ bot: imported });
    });

    it('returns a document that can be imported again', async () => {
      const first = await importBot(api, v6Document());
      const second = await importBot(api, await getBot(api, first.id));
      expect(ownedContent(second)).toStrictEqual(ownedContent(first));
      expect(second.id).not.toBe(first.id);
    });

    it.runIf(api.canReachStore).each(['viewer', 'editor', 'admin'] as const)(
      'accepts a token with the role %s',
      async (role) => {
        const { id } = await importBot(api, v6Document());
        expect((await get(id, { token: await api.tokenFor(role) })).status).toBe(200);
      },
    );
  });

  describe('304', () => {
    const getUnlessKnown = (botId: string, etag: string, query = {}) =>
      get(botId, { headers: { 'if-none-match': etag }, query });

    it.each([
      ['small', v6Document()],
      ['in parts', noiseBot(700_000, '6', 1)],
    ])('has no body as long as a bot that is %s keeps its ETag', async (_, document) => {
      const { id } = await importBot(api, document);
      const etag = (await get(id)).headers.get('etag') ?? '';
      const known = await getUnlessKnown(id, etag);
      expect(known).toMatchObject({ status: 304, text: '' });
      expect(known.headers.get('etag')).toBe(etag);
      const changed = await patchBot(api, id, { name: 'Renamed' });
      expect(await getUnlessKnown(id, etag)).toMatchObject({ status: 200, body: { bot: changed } });
    });

    it.each([
      ['"0", %s', 304],
      ['W/%s', 304],
      ['*', 304],
      ['"0"', 200],
      ['', 200],
    ])('responds to If-None-Match: %s with %i', async (pattern, status) => {
      const { id } = await importBot(api, v5Document());
      const etag = (await get(id)).headers.get('etag') ?? '';
      const query = { migrateToLatestVersion: 'true' };
      expect((await getUnlessKnown(id, pattern.replace('%s', etag), query)).status).toBe(status);
    });

    it.runIf(api.canReachStore)('tells no stranger that the bot exists', async () => {
      const { id } = await importBot(api, v6Document());
      const token = await api.strangerToken();
      expect(await get(id, { token, headers: { 'if-none-match': '*' } })).toMatchObject({ status: 404 });
    });
  });

  describe('400', () => {
    it.each(['1', '0', 'TRUE', 'yes', '', ' true', 'null'])(
      'rejects migrateToLatestVersion=%j',
      async (value) => {
        const { id } = await importBot(api, v6Document());
        const response = await get(id, { query: { migrateToLatestVersion: value } });
        expect(response).toMatchObject({
          status: 400,
          body: { code: 'BAD_REQUEST', issues: [{ path: 'migrateToLatestVersion' }] },
        });
      },
    );
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

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      const { id } = await importBot(api, v6Document());
      const token = await api.strangerToken();
      const [foreign, unknown] = [await get(id, { token }), await get('unknown', { token })];
      expect(foreign.status).toBe(404);
      expect(foreign.body).toStrictEqual({ ...(unknown.body as object), requestId: expect.any(String) });
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('does not reveal internal errors', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('AccessDeniedException') },
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
    it.each(['ThrottlingException', 'ProvisionedThroughputExceededException', 'TimeoutError'])(
      'sends Retry-After after a %s',
      async (name) => {
        const { id } = await importBot(api, v6Document());
        const { value: response } = await failing({ when: isAboutContent, error: databaseError(name) }, () =>
          get(id),
        );
        expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      },
    );
  });
});
