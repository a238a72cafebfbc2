import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';

describeApi('GET /v1/bots/{botId}/graph.svg', (api) => {
  const graph = (botId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/graph.svg`, ...more });

  describe('200', () => {
    it('draws the draft', async () => {
      const { id } = await importBot(api, v6Document());
      const { status, headers, text } = await graph(id);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      expect(text).toContain('Ferry tickets');
      expect(text).toContain('Where are you sailing?');
    });

    it('prevents browsers from loading or running anything', async () => {
      const { id } = await importBot(api, v5Document());
      const { headers } = await graph(id);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('draws a release as it was published', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const before = (await graph(id)).text;
      await patchBot(api, id, { groups: [], edges: [] });
      expect((await graph(id, { query: { release: '1' } })).text).toBe(before);
      expect((await graph(id, { query: { release: 'draft' } })).text).toBe((await graph(id)).text);
      expect((await graph(id)).text).not.toContain('Where are you sailing?');
    });

    it.runIf(api.canReachStore)('is open to viewers', async () => {
      const { id } = await importBot(api, v6Document());
      expect((await graph(id, { token: await api.tokenFor('viewer') })).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each(['0', '-1', '1.5', 'latest', '', '123456789'])('rejects the release %j', async (release) => {
      const { id } = await importBot(api, v6Document());
      expect(await graph(id, { query: { release } })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path: 'release' }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect((await graph('any', { token: null })).status).toBe(401);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await graph(id)).toMatchObject({ status: 404, body: { message: 'Bot not found' } });
    });

    it('returns 404 for an unknown release', async () => {
      const { id } = await importBot(api, v6Document());
      expect(await graph(id, { query: { release: '1' } })).toMatchObject({
        status: 404,
        body: { message: 'Release not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      const { id } = await importBot(api, v6Document());
      const token = await api.strangerToken();
      for (const query of [{}, { release: '1' }]) {
        expect(await graph(id, { token, query })).toMatchObject({
          status: 404,
          body: { message: 'Bot not found' },
        });
      }
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('returns a JSON error if the database is throttled', async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => graph(id),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
