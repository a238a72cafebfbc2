import { describe, expect, it } from 'vitest';
import { countStats } from '#lib/results/analytics/stats-store.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { databaseError, failing, isAboutContent } from '#test/support/database-faults.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { storedResult } from '#test/support/stored-results.ts';

const NOTHING = { totalViews: 0, totalStarts: 0, totalCompleted: 0, completionRate: 0, byDay: [] };

describeApi('GET /v1/bots/{botId}/analytics/stats', (api) => {
  const get = (botId: string, query: Record<string, string> = {}, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/bots/${botId}/analytics/stats`, query, ...more });

  const importedId = async () => (await importBot(api, v6Document())).id;
  const toStats = async (botId: string, query: Record<string, string> = {}) => {
    const response = await get(botId, query);
    expect(response.status, response.text).toBe(200);
    return (response.body as { stats: unknown }).stats;
  };

  describe('200', () => {
    it('is zero for a bot that was never opened', async () => {
      expect(await toStats(await importedId())).toStrictEqual(NOTHING);
    });
  });

  describe.runIf(api.canReachStore)('200 with counts', () => {
    it('returns views, starts and completions, in total and per day', async () => {
      const botId = await importedId();
      await countStats(botId, { views: 3 }, new Date('2026-05-01T10:00:00Z'));
      await countStats(botId, { starts: 2 }, new Date('2026-05-01T10:59:59Z'));
      await countStats(botId, { views: 1, starts: 2, completed: 1 }, new Date('2026-05-03T23:00:00Z'));
      expect(await toStats(botId)).toStrictEqual({
        totalViews: 4,
        totalStarts: 4,
        totalCompleted: 1,
        completionRate: 0.25,
        byDay: [
          { day: '2026-05-01', views: 3, starts: 2, completed: 0 },
          { day: '2026-05-03', views: 1, starts: 2, completed: 1 },
        ],
      });
    });

    it('loses no concurrent counts', async () => {
      const botId = await importedId();
      const at = new Date('2026-05-01T10:00:00Z');
      await Promise.all(Array.from({ length: 50 }, () => countStats(botId, { views: 1, starts: 1 }, at)));
      expect(await toStats(botId)).toMatchObject({ totalViews: 50, totalStarts: 50 });
    });

    it('counts days in the requested time zone', async () => {
      const botId = await importedId();
      await countStats(botId, { views: 1 }, new Date('2026-05-01T23:30:00Z'));
      await countStats(botId, { views: 1 }, new Date('2026-05-02T01:30:00Z'));
      const days = async (timeZone: string) =>
        ((await toStats(botId, { timeZone })) as { byDay: { day: string; views: number }[] }).byDay.map(
          ({ day, views }) => `${day}: ${views}`,
        );
      expect(await days('UTC')).toStrictEqual(['2026-05-01: 1', '2026-05-02: 1']);
      expect(await days('Europe/Berlin')).toStrictEqual(['2026-05-02: 2']);
      expect(await days('America/New_York')).toStrictEqual(['2026-05-01: 2']);
    });

    it('filters by time', async () => {
      const botId = await importedId();
      await countStats(botId, { views: 1 }, new Date());
      await countStats(botId, { views: 1 }, new Date(Date.now() - 20 * 24 * 60 * 60 * 1_000));
      await countStats(botId, { views: 1 }, new Date(Date.now() - 500 * 24 * 60 * 60 * 1_000));
      expect(await toStats(botId, { timeFilter: 'last7Days' })).toMatchObject({ totalViews: 1 });
      expect(await toStats(botId, { timeFilter: 'last30Days' })).toMatchObject({ totalViews: 2 });
      expect(await toStats(botId, { timeFilter: 'allTime' })).toMatchObject({ totalViews: 3 });
    });

    it('caps the completion rate at 1 if more chats completed than started', async () => {
      const botId = await importedId();
      await countStats(botId, { starts: 1, completed: 2 }, new Date('2026-05-01T10:00:00Z'));
      expect(await toStats(botId)).toMatchObject({ completionRate: 1 });
    });

    it('keeps counts when results are deleted', async () => {
      const botId = await importedId();
      const { id } = await storedResult(api.workspaceId, botId);
      await countStats(botId, { views: 1, starts: 1, completed: 1 }, new Date());
      await api.request({ method: 'DELETE', path: `/v1/bots/${botId}/results/${id}` });
      expect(await toStats(botId)).toMatchObject({ totalCompleted: 1 });
    });

    it.runIf(api.canInjectFaults)('costs one write unit per count and one query to read', async () => {
      const botId = await importedId();
      const at = new Date('2026-05-01T00:00:00Z');
      for (let hour = 0; hour < 24; hour++) {
        const then = new Date(at.getTime() + hour * 60 * 60 * 1_000);
        await countStats(botId, { views: 123_456, starts: 123_456, completed: 123_456 }, then);
      }
      const count = await measureConsumption(() => countStats(botId, { views: 1 }, at));
      expect(count).toMatchObject({ commands: ['UpdateItemCommand'], writeUnits: 1 });
      const { commands } = await measureConsumption(() => get(botId));
      expect(commands).toStrictEqual(['GetItemCommand', 'QueryCommand']);
    });

    it.each(['viewer', 'editor', 'admin'] as const)('accepts a token with the role %s', async (role) => {
      expect((await get(await importedId(), {}, { token: await api.tokenFor(role) })).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each([
      ['an unknown filter', { timeFilter: 'always' }, 'timeFilter'],
      ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ])('rejects %s', async (_, query, path) => {
      expect(await get('any', query as Record<string, string>)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', issues: [{ path }] },
      });
    });
  });

  describe('401', () => {
    it('rejects a request without a token', async () => {
      expect(await get('any', {}, { token: null })).toMatchObject({ status: 401 });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('returns 404 for a bot id %s', async (_, id) => {
      expect(await get(id)).toMatchObject({ status: 404, body: { message: 'Bot not found' } });
    });

    it.runIf(api.canReachStore)('treats a foreign bot like an unknown one', async () => {
      expect(await get(await importedId(), {}, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { message: 'Bot not found' },
      });
    });
  });

  describe.runIf(api.canInjectFaults)('503', () => {
    it('sends Retry-After if the database is throttled', async () => {
      const botId = await importedId();
      const { value: response } = await failing(
        { when: isAboutContent, error: databaseError('ThrottlingException') },
        () => get(botId),
      );
      expect(response).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    });
  });
});
