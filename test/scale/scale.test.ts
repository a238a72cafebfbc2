import { createId } from '@paralleldrive/cuid2';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeItems } from '#lib/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/store/keys.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { type PageCost, pageCosts } from '#test/support/list-cost.ts';
import { listItems } from '#test/support/stored-bots.ts';
import { secondsLater, storedResults } from '#test/support/stored-results.ts';

/*
 * `npm run test:scale`: a workspace and a bot so large that `npm test` has no time for them. SCALE_RESULTS
 * and SCALE_BOTS make them smaller.
 */

const RESULTS = Number(process.env.SCALE_RESULTS ?? 100_000);
const BOTS = Number(process.env.SCALE_BOTS ?? 10_000);
const MINUTES = 60_000;

const expectTheSame = (costs: PageCost[]) => {
  const [first, last] = [costs[0], costs.at(-1)];
  for (const cost of costs.slice(1, -1)) expect(cost).toStrictEqual(first);
  expect(last?.requests).toBe(first?.requests);
  expect(last?.readUnits).toBeLessThanOrEqual(first?.readUnits ?? 0);
};

describeApi('At scale', (api) => {
  beforeAll(async () => {
    await api.tokenFor('editor');
  });

  describe.runIf(api.target === 'direct')(`a bot with ${RESULTS} results`, () => {
    let botId = '';
    let ids: string[] = [];

    beforeAll(async () => {
      botId = (await importBot(api, v6Document())).id;
      ids = await storedResults(api.workspaceId, botId, RESULTS);
    }, 30 * MINUTES);

    it('lists every page at the same cost', { timeout: 30 * MINUTES }, async () => {
      const { costs, ids: listed } = await pageCosts(api, `/v1/bots/${botId}/results`, { limit: '500' });
      expect(listed).toStrictEqual(ids);
      expectTheSame(costs);
    });

    it.each(['csv', 'ndjson'])('exports them all as %s', { timeout: 30 * MINUTES }, async (format) => {
      let [lines, cursor, end] = [0, '', ''];
      do {
        const page: ApiResponse = await api.request({
          method: 'GET',
          path: `/v1/bots/${botId}/results/export`,
          query: { format, ...(cursor !== '' && { cursor }) },
        });
        expect(page.status).toBe(200);
        lines += page.text.split('\n').length - 1;
        end = page.text.slice(-100);
        cursor = page.headers.get('x-next-cursor') ?? '';
        expect(page.headers.get('x-export-complete')).toBe(String(cursor === ''));
      } while (cursor !== '');
      // One line more than results: a header row, or the line break at the end.
      expect(lines).toBe(RESULTS + 1);
      if (format === 'ndjson') expect(end).toContain(`{"complete":true,"count":${RESULTS}}`);
    });

    it('deletes them all, call by call', { timeout: 30 * MINUTES }, async () => {
      let [deleted, isRemaining] = [0, true];
      while (isRemaining) {
        const { status, body } = await api.request({
          method: 'DELETE',
          path: `/v1/bots/${botId}/results`,
          body: { all: true },
        });
        expect(status).toBe(200);
        const answer = body as { deleted: number; remaining: boolean };
        expect(answer.deleted).toBeGreaterThan(0);
        deleted += answer.deleted;
        isRemaining = answer.remaining;
      }
      expect(deleted).toBe(RESULTS);
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results` });
      expect(body).toStrictEqual({ results: [] });
    });
  });

  describe.runIf(api.target === 'direct')(`a workspace with ${BOTS} bots`, () => {
    it('lists every page at the same cost', { timeout: 30 * MINUTES }, async () => {
      const { id } = await importBot(api, v6Document());
      const [template = {}] = (await listItems(id)).filter(({ sk }) => sk === 'DRAFT');
      const copies = Array.from({ length: BOTS }, (_, index) => {
        const [copyId, createdAt] = [createId(), secondsLater(index)];
        return {
          ...template,
          ...keys.draft(copyId),
          ...indexKeys.botOfWorkspace(api.workspaceId, createdAt, copyId),
          ...{ id: copyId, createdAt },
        };
      });
      await writeItems(copies.map((item) => ({ put: item })));
      const { costs, ids } = await pageCosts(api, '/v1/bots', { workspaceId: api.workspaceId, limit: '100' });
      for (const copy of copies) expect(ids.includes(copy.id)).toBe(true);
      expectTheSame(costs);
    });
  });
});
