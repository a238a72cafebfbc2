import { beforeAll, describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { pageCosts } from '#test/support/list-cost.ts';
import { secondsLater, storedResult, storedResults } from '#test/support/stored-results.ts';

/* `npm run suite scale` does the same with 100,000 results and 10,000 bots. */

const RESULTS = 2_000;
const LIMIT = '100';

describeApi('A long list', (api) => {
  beforeAll(async () => {
    await api.tokenFor('editor');
  });

  describe.runIf(api.target === 'direct')('of results', () => {
    it('needs few requests for a filter with hardly any matches', async () => {
      const { id } = await importBot(api, v6Document());
      const [first, last] = [secondsLater(-10), secondsLater(RESULTS + 10)];
      const sought = [
        await storedResult(api.workspaceId, id, { createdAt: last, isCompleted: false }),
        await storedResult(api.workspaceId, id, { createdAt: first, isCompleted: false }),
      ];
      await storedResults(api.workspaceId, id, RESULTS);
      const { costs, ids } = await pageCosts(api, `/v1/bots/${id}/results`, {
        limit: '10',
        isCompleted: 'false',
      });
      expect(ids).toStrictEqual(sought.map((result) => result.id));
      expect(costs).toHaveLength(1);
      expect(costs[0]?.requests).toBeLessThanOrEqual(10);
    });

    it('returns every match exactly once, wherever the matches are', async () => {
      const { id } = await importBot(api, v6Document());
      const sought: string[] = [];
      for (let second = 0; second < 400; second += 1) {
        // Some matches are adjacent, others hundreds of results apart.
        const isCompleted = !(second < 15 || second === 60 || second % 177 === 0);
        const result = await storedResult(api.workspaceId, id, {
          createdAt: secondsLater(second),
          isCompleted,
        });
        if (!isCompleted) sought.unshift(result.id);
      }
      for (const limit of ['1', '2', '5']) {
        const { ids } = await pageCosts(api, `/v1/bots/${id}/results`, { limit, isCompleted: 'false' });
        expect(ids).toStrictEqual(sought);
      }
    });

    it('skips a number of results with few requests', async () => {
      const { id } = await importBot(api, v6Document());
      const ids = await storedResults(api.workspaceId, id, RESULTS);
      const path = `/v1/typebots/${id}/results`;
      const query = { timeFilter: 'allTime', limit: '1', cursor: '1500' };
      const { value, commands, readUnits } = await measureConsumption(() =>
        api.request({ method: 'GET', path, query }),
      );
      expect(value.body).toMatchObject({ results: [{ id: ids[1_500] }] });
      // The bot, what is skipped, the page, and the result.
      expect(commands).toEqual(['GetItemCommand', 'QueryCommand', 'QueryCommand', 'QueryCommand']);
      expect(readUnits).toBeLessThan(1_500 / 45 + 10);
    });

    it('costs the same on every page', async () => {
      const { id } = await importBot(api, v6Document());
      const ids = await storedResults(api.workspaceId, id, RESULTS);
      const { costs, ids: listed } = await pageCosts(api, `/v1/bots/${id}/results`, { limit: LIMIT });
      expect(listed).toStrictEqual(ids);
      expect(costs).toHaveLength(RESULTS / Number(LIMIT));
      const [first, second, last] = [costs[0], costs[1], costs.at(-1)];
      expect(second).toStrictEqual(first);
      // The last page has no next item to look ahead to, which saves less than a unit.
      expect(last?.requests).toBe(first?.requests);
      expect(Math.abs((last?.readUnits ?? 0) - (first?.readUnits ?? 0))).toBeLessThanOrEqual(0.5);
    });
  });
});
