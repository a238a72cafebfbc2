import { describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { generatedBot } from '#test/fixtures/generated-bot.ts';
import { importBot, patchBot, publishBot, unpublishBot } from '#test/support/bot-client.ts';
import { type ListedRelease, listReleases, restoreRelease } from '#test/support/bot-life.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { type ApiRequest, describeApi } from '#test/support/describe-api.ts';
import { describeBotRefusals } from '#test/support/describe-bot-refusals.ts';

describeApi('GET /v1/bots/{botId}/releases', (api) => {
  const list = (botId: string, more: Partial<ApiRequest> = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/releases`, ...more });

  /** Creates a bot with this many releases, the newest of them published. */
  async function botWithReleases(count: number): Promise<string> {
    const { id } = await importBot(api, v6Document());
    for (let release = 1; release <= count; release++) {
      await patchBot(api, id, { theme: { customCss: `a { order: ${release} }` } });
      await publishBot(api, id);
    }
    return id;
  }

  const getNumbers = (releases: ListedRelease[]) => releases.map(({ release }) => release);

  describe('200', () => {
    it('is empty for a bot that was never published', async () => {
      const { id } = await importBot(api, v6Document());
      expect(await listReleases(api, id)).toStrictEqual({ releases: [] });
    });

    it('lists the newest first and marks the published one', async () => {
      const id = await botWithReleases(2);
      const { publishedAt } = await publishBot(api, id);
      const createdBy = { tokenId: expect.any(String), tokenName: expect.any(String) };
      const { releases } = await listReleases(api, id);
      expect(releases).toStrictEqual([
        { release: 2, createdAt: publishedAt, publishedAt, isPublished: true, createdBy },
        {
          release: 1,
          createdAt: releases[1]?.publishedAt,
          publishedAt: expect.any(String),
          isPublished: false,
          createdBy,
        },
      ]);
    });

    it.runIf(api.canReachStore)('names the token that each was made with', async () => {
      const { id } = await importBot(api, v6Document());
      const token = await api.tokenFor('admin');
      await api.request({ method: 'POST', path: `/v1/bots/${id}/publish`, token });
      await restoreRelease(api, id, 1);
      await patchBot(api, id, { variables: [] });
      await publishBot(api, id);
      const { releases } = await listReleases(api, id);
      expect(releases.map(({ createdBy }) => createdBy?.tokenName)).toEqual(['editor', 'admin']);
    });

    it('marks no release as published once the bot is unpublished', async () => {
      const id = await botWithReleases(2);
      await unpublishBot(api, id);
      const { releases } = await listReleases(api, id);
      expect(releases.map(({ isPublished }) => isPublished)).toStrictEqual([false, false]);
    });

    it('lists a republished release once, with its first publication time', async () => {
      const id = await botWithReleases(1);
      const { releases: before } = await listReleases(api, id);
      await unpublishBot(api, id);
      await publishBot(api, id);
      expect((await listReleases(api, id)).releases).toStrictEqual(before);
    });

    it('lists a kept draft as unpublished until it is published', async () => {
      const id = await botWithReleases(1);
      await patchBot(api, id, { variables: [] });
      await restoreRelease(api, id, 1);
      expect((await listReleases(api, id)).releases).toMatchObject([
        { release: 2, publishedAt: null, isPublished: false },
        { release: 1, isPublished: true },
      ]);
      await restoreRelease(api, id, 2);
      const { release, publishedAt } = await publishBot(api, id);
      expect(release).toBe(2);
      expect((await listReleases(api, id)).releases).toMatchObject([
        { release: 2, publishedAt, isPublished: true },
        { release: 1, isPublished: false },
      ]);
    });

    it.each([1, 2, 5, 100])('lists each release once with %i per page', async (limit) => {
      const id = await botWithReleases(5);
      const shown: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await listReleases(api, id, {
          limit: String(limit),
          ...(cursor !== undefined && { cursor }),
        });
        expect(page.releases.length).toBeLessThanOrEqual(limit);
        shown.push(...getNumbers(page.releases));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(shown).toStrictEqual([5, 4, 3, 2, 1]);
    });

    it.runIf(api.canInjectFaults)('costs the same, however large the releases', async () => {
      const costs = await Promise.all(
        [1_000, 300_000].map(async (bytes) => {
          const { id } = await importBot(api, generatedBot(bytes));
          for (const seed of [1, 2, 3]) {
            await patchBot(api, id, { groups: generatedBot(bytes, '6', seed).groups });
            await publishBot(api, id);
          }
          await patchBot(api, id, { groups: [], edges: [], variables: [] });
          return id;
        }),
      );
      for (const id of costs) {
        const { commands, readUnits } = await measureConsumption(() => listReleases(api, id));
        expect(commands).toStrictEqual(['GetItemCommand', 'QueryCommand']);
        expect(readUnits).toBeLessThanOrEqual(2);
      }
    });
  });

  describe('400', () => {
    it.each([
      ['limit 0', { limit: '0' }],
      ['limit 101', { limit: '101' }],
      ['a made-up cursor', { cursor: 'first' }],
    ])('rejects %s', async (_, query) => {
      const { id } = await importBot(api, v6Document());
      expect(await list(id, { query })).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path: Object.keys(query)[0] }] },
      });
    });

    it('interprets a cursor of another list as a position in this one', async () => {
      const [first, second] = [await botWithReleases(2), await botWithReleases(2)];
      const { nextCursor } = await listReleases(api, first, { limit: '1' });
      const { releases } = await listReleases(api, second, { cursor: nextCursor ?? '' });
      expect(releases).toStrictEqual([]);
    });
  });

  describeBotRefusals(api, list, { isWrite: false });
});
