import { beforeAll, describe, expect, it } from 'vitest';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { pageCosts } from '#test/support/list-cost.ts';
import { storedResults } from '#test/support/stored-results.ts';

/* The same with 100,000 results and 10,000 bots is `npm run test:scale`. */

const RESULTS = 2_000;
const LIMIT = '100';

describeApi('A long list', (api) => {
  beforeAll(async () => {
    await api.tokenFor('editor');
  });

  describe.runIf(api.target === 'direct')('of results', () => {
    it('costs the same on every page', async () => {
      const { id } = await importBot(api, v6Document());
      const ids = await storedResults(api.workspaceId, id, RESULTS);
      const { costs, ids: listed } = await pageCosts(api, `/v1/bots/${id}/results`, { limit: LIMIT });
      expect(listed).toStrictEqual(ids);
      expect(costs).toHaveLength(RESULTS / Number(LIMIT));
      const [first, second, last] = [costs[0], costs[1], costs.at(-1)];
      expect(second).toStrictEqual(first);
      // The page after which nothing comes has no item to look ahead at, which is less than a unit.
      expect(last?.requests).toBe(first?.requests);
      expect(Math.abs((last?.readUnits ?? 0) - (first?.readUnits ?? 0))).toBeLessThanOrEqual(0.5);
    });
  });
});
