import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { getBot, getPublished, importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { archiveBot, restoreBot } from '#test/support/bot-life.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

describeApi('POST /v1/bots/{botId}/restore', (api) => {
  const restore = (botId: string, more: object = {}) =>
    api.request({ method: 'POST', path: `/v1/bots/${botId}/restore`, ...more });

  describe('200', () => {
    it('restores the bot unchanged, without its publicId and custom domain', async () => {
      const imported = await importBot(api, v6Document());
      await publishBot(api, imported.id);
      await archiveBot(api, imported.id);
      const bot = await restoreBot(api, imported.id);
      expect(bot).toStrictEqual({ ...imported, updatedAt: bot.updatedAt });
      expect(await getBot(api, imported.id)).toStrictEqual(bot);
      expect(await getPublished(api, imported.id)).toStrictEqual({ publishedBot: null });
    });

    it('allows the bot to be changed and published again, as the same release', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await archiveBot(api, id);
      await restoreBot(api, id);
      expect(await publishBot(api, id)).toMatchObject({ release: 1 });
      expect(await patchBot(api, id, { variables: [] })).toMatchObject({ variables: [] });
      expect(await publishBot(api, id)).toMatchObject({ release: 2 });
    });

    it('returns an ETag that an update accepts as If-Match', async () => {
      const { id } = await importBot(api, v6Document());
      await archiveBot(api, id);
      const etag = (await restore(id)).headers.get('etag');
      const again = await api.request({ method: 'GET', path: `/v1/bots/${id}` });
      expect(again.headers.get('etag')).toBe(etag);
    });

    it('is idempotent, and does not change an active bot', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const bot = await getBot(api, id);
      expect(await restoreBot(api, id)).toStrictEqual(bot);
      expect((await getPublished(api, id)).publishedBot).not.toBeNull();
    });

    it('restores once for ten concurrent requests', async () => {
      const { id } = await importBot(api, v6Document());
      await archiveBot(api, id);
      const responses = await Promise.all(Array.from({ length: 10 }, () => restore(id)));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      expect(responses[0]).toMatchObject({ status: 200, body: { bot: { isArchived: false } } });
    });
  });

  describeBotRefusals(api, restore, { isWrite: true });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
