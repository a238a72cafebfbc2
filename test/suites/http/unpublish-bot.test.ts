import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { getBot, getPublished, importBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';

describeApi('POST /v1/bots/{botId}/unpublish', (api) => {
  const unpublish = (botId: string, more: object = {}) =>
    api.request({ method: 'POST', path: `/v1/bots/${botId}/unpublish`, ...more });

  describe('200', () => {
    it('removes only the published copy', async () => {
      const { id } = await importBot(api, v6Document());
      const { publicId } = await publishBot(api, id);
      const before = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
      expect((await unpublish(id)).body).toStrictEqual({ message: 'success' });
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
      const after = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
      expect(after.body).toStrictEqual(before.body);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
      expect(await getBot(api, id)).toMatchObject({ publicId });
    });

    it('is idempotent', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await unpublishBot(api, id);
      expect((await unpublish(id)).body).toStrictEqual({ message: 'success' });
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
    });

    it('is a no-op for a bot that was never published', async () => {
      const bot = await importBot(api, v6Document());
      expect((await unpublish(bot.id)).body).toStrictEqual({ message: 'success' });
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('keeps the publicId reserved', async () => {
      const [first, second] = await Promise.all([importBot(api, v6Document()), importBot(api, v6Document())]);
      const { publicId } = await publishBot(api, first.id);
      await unpublishBot(api, first.id);
      const response = await api.request({
        method: 'PATCH',
        path: `/v1/bots/${second.id}`,
        body: { bot: { publicId } },
      });
      expect(response).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await unpublish('any', { token: null })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('rejects a viewer and leaves the published copy', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const response = await unpublish(id, { token: await api.tokenFor('viewer') });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect((await getPublished(api, id)).publishedBot).not.toBeNull();
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await unpublish(id)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const response = await unpublish(id, { token: await api.strangerToken() });
      expect(response).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Bot not found' },
      });
      expect((await getPublished(api, id)).publishedBot).not.toBeNull();
    });
  });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('leaves the bot published on failure', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const { value: response } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('ValidationException'),
        },
        () => unpublish(id),
      );
      expect(response).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } });
      expect((await getPublished(api, id)).publishedBot).not.toBeNull();
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => unpublish(id),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
