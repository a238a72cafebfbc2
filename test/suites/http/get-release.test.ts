import { describe, expect, it } from 'vitest';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { getPublished, importBot, patchBot, publishBot } from '#test/support/bot-client.ts';
import { getRelease } from '#test/support/bot-life.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';

const SLOW_MS = 60_000;

describeApi('GET /v1/bots/{botId}/releases/{release}', (api) => {
  const get = (botId: string, more: object = {}, release = '1') =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/releases/${release}`, ...more });

  describe('200', () => {
    it('returns the flow as published, whatever was published since', async () => {
      for (const document of [v6Document(), v5Document('4')]) {
        const { id } = await importBot(api, document);
        const { publishedAt } = await publishBot(api, id);
        const { publishedBot } = await getPublished(api, id);
        await patchBot(api, id, { variables: [], name: 'Renamed' });
        await publishBot(api, id);
        const { id: _, createdAt: __, updatedAt: ___, ...flow } = publishedBot ?? {};
        expect(await getRelease(api, id, 1)).toStrictEqual({
          ...flow,
          release: 1,
          createdAt: publishedAt,
          publishedAt,
          createdBy: { tokenId: expect.any(String), tokenName: expect.any(String) },
        });
        expect(await getRelease(api, id, 2)).toMatchObject({ release: 2, variables: [] });
      }
    });

    it(
      'returns a release stored in parts after the draft has changed',
      async () => {
        const bot = noiseBot(900_000);
        const { id } = await importBot(api, bot);
        await publishBot(api, id);
        await patchBot(api, id, { groups: noiseBot(900_000, '6', 2).groups });
        await patchBot(api, id, { groups: [] });
        const { groups } = await getRelease(api, id, 1);
        expect(JSON.stringify(groups) === JSON.stringify(bot.groups)).toBe(true);
      },
      SLOW_MS,
    );
  });

  describeBotRefusals(api, get, { isWrite: false, prepare: (botId) => publishBot(api, botId) });

  describe('404', () => {
    it.each([
      '2',
      '0',
      '-1',
      '01',
      '1.0',
      '1e0',
      'one',
      'draft',
      '99999999',
      '123456789',
      '%20',
      '1%23',
      '9'.repeat(400),
    ])('returns 404 for release %s', async (release) => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      expect(await get(id, {}, release)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Release not found' },
      });
    });

    it.runIf(api.canReachStore)('hides releases from strangers', async () => {
      const { id } = await importBot(api, v6Document());
      await publishBot(api, id);
      for (const release of ['1', '2', 'one']) {
        expect(await get(id, { token: await api.strangerToken() }, release)).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND', message: 'Bot not found' },
        });
      }
    });
  });
});
