import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import {
  getBot,
  getPublished,
  importBot,
  patchBot,
  publishBot,
  sendPatch,
} from '#test/support/bot-client.ts';
import { archiveBot, createBot, getRelease, listReleases, restoreBot } from '#test/support/bot-life.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { listItems } from '#test/support/stored-bots.ts';
import { uniqueName } from '#test/support/unique-name.ts';

const SLOW_MS = 60_000;
const ARCHIVED = {
  status: 409,
  body: { code: 'CONFLICT', message: 'The bot is archived; restore it first' },
};

describeApi('DELETE /v1/bots/{botId}', (api) => {
  const archive = (botId: string, more: object = {}) =>
    api.request({ method: 'DELETE', path: `/v1/bots/${botId}`, ...more });

  describe('200', () => {
    it('archives the bot, which stays readable', async () => {
      const bot = await importBot(api, v6Document());
      expect((await archive(bot.id)).body).toStrictEqual({ message: 'success' });
      const archived = await getBot(api, bot.id);
      expect(archived).toStrictEqual({ ...bot, isArchived: true, updatedAt: archived.updatedAt });
      expect(Date.parse(archived.updatedAt)).toBeGreaterThan(Date.parse(bot.updatedAt));
    });

    it('unpublishes the bot and keeps its releases', async () => {
      const { id, groups } = await importBot(api, v6Document());
      await publishBot(api, id);
      await archiveBot(api, id);
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
      expect((await listReleases(api, id)).releases).toMatchObject([{ release: 1, isPublished: false }]);
      expect((await getRelease(api, id, 1)).groups).toStrictEqual(groups);
    });

    it('releases the publicId and custom domain', async () => {
      const publicId = uniqueName('archived');
      const customDomain = `${publicId}.example.com`;
      const { id } = await importBot(api, v6Document());
      await patchBot(api, id, { publicId, customDomain });
      await archiveBot(api, id);
      expect(await getBot(api, id)).toMatchObject({ publicId: null, customDomain: null });
      const { bot } = await createBot(api, { publicId, customDomain });
      expect(bot).toMatchObject({ publicId, customDomain });
      // Another bot now has the publicId and the domain. Neither a second deletion nor a restore takes them
      // back.
      await archiveBot(api, id);
      await restoreBot(api, id);
      expect(await getBot(api, bot.id)).toStrictEqual(bot);
    });

    it('is idempotent', async () => {
      const { id } = await importBot(api, v6Document());
      await archiveBot(api, id);
      const before = await getBot(api, id);
      expect((await archive(id)).body).toStrictEqual({ message: 'success' });
      expect(await getBot(api, id)).toStrictEqual(before);
    });

    it('changes the ETag', async () => {
      const { id } = await importBot(api, v6Document());
      const get = () => api.request({ method: 'GET', path: `/v1/bots/${id}` });
      const before = await get();
      await archiveBot(api, id);
      expect((await get()).headers.get('etag')).not.toBe(before.headers.get('etag'));
    });

    it('stays consistent under concurrent changes', async () => {
      const { id } = await importBot(api, v6Document());
      const responses = await Promise.all([
        ...Array.from({ length: 5 }, (_, index) => sendPatch(api, id, { name: `Name ${index}` })),
        archive(id),
        api.request({ method: 'POST', path: `/v1/bots/${id}/publish` }),
        archive(id),
      ]);
      for (const { status } of responses) expect([200, 409]).toContain(status);
      expect(await getBot(api, id)).toMatchObject({ isArchived: true, publicId: null });
      expect(await getPublished(api, id)).toStrictEqual({ publishedBot: null });
    });

    it(
      'keeps all parts of a large bot and its releases until it is restored',
      async () => {
        const [first, second] = [noiseBot(700_000, '6', 1), noiseBot(700_000, '6', 2)];
        const { id } = await importBot(api, first);
        await publishBot(api, id);
        await patchBot(api, id, { groups: second.groups });
        const parts = async () =>
          api.canReachStore
            ? (await listItems(id)).filter(({ sk }) => String(sk).startsWith('PART#')).length
            : 0;
        const before = await parts();
        await archiveBot(api, id);
        expect(await parts()).toBe(before);
        expect(JSON.stringify((await getBot(api, id)).groups) === JSON.stringify(second.groups)).toBe(true);
        const restored = await restoreBot(api, id);
        expect(JSON.stringify(restored.groups) === JSON.stringify(second.groups)).toBe(true);
        const { groups } = await getRelease(api, id, 1);
        expect(JSON.stringify(groups) === JSON.stringify(first.groups)).toBe(true);
      },
      SLOW_MS,
    );
  });

  describe('409 for changes to the archived bot', () => {
    it.each([
      ['a change', 'PATCH', '', { bot: { name: 'Changed' } }],
      ['a change that overwrites', 'PATCH', '', { bot: { name: 'Changed' }, overwrite: true }],
      ['publishing', 'POST', '/publish', undefined],
      ['restoring a release', 'POST', '/releases/1/restore', undefined],
    ])('rejects %s', async (_, method, path, body) => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      await archiveBot(api, id);
      const before = await getBot(api, id);
      const request = { method, path: `/v1/bots/${id}${path}`, ...(body && { body }) };
      expect(await api.request(request)).toMatchObject(ARCHIVED);
      expect(await getBot(api, id)).toStrictEqual(before);
    });

    it('allows unpublishing, which is a no-op', async () => {
      const { id } = await importBot(api, v6Document());
      await archiveBot(api, id);
      expect((await api.request({ method: 'POST', path: `/v1/bots/${id}/unpublish` })).status).toBe(200);
    });
  });

  describeBotRefusals(api, archive, { isWrite: true });

  describe.runIf(api.canInjectFaults)('500', () => {
    it('leaves the bot unchanged on failure', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      const before = await getBot(api, id);
      const { value: response } = await failing(
        {
          when: ({ command }) => command === 'TransactWriteItemsCommand',
          error: databaseError('ValidationException'),
        },
        () => archive(id),
      );
      expect(response.status).toBe(500);
      expect(await getBot(api, id)).toStrictEqual(before);
      expect((await getPublished(api, id)).publishedBot).not.toBeNull();
    });

    it("archives once even if the database's response is lost", async () => {
      const { id } = await importBot(api, v6Document());
      const { value: response, failures } = await failing(
        {
          when: ({ command }) => command === 'PutItemCommand',
          error: databaseError('TimeoutError'),
          times: 1,
          isCarriedOut: true,
        },
        () => archive(id),
        'attempt',
      );
      expect([response.status, failures]).toStrictEqual([200, 1]);
      expect(await getBot(api, id)).toMatchObject({ isArchived: true });
    });
  });

  it.runIf(api.canInjectFaults)('leaves the table consistent', () => expectSoundTable());
});
