import { beforeAll, describe, expect, it } from 'vitest';
import { createId } from '#lib/platform/store/create-id.ts';
import { writeItems } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/platform/store/keys.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { measureConsumption } from '#test/support/consumed-capacity.ts';
import { type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { type PageCost, pageCosts } from '#test/support/list-cost.ts';
import { listItems } from '#test/support/stored-bots.ts';
import { FIRST_RESULT_AT, secondsLater, storedResults } from '#test/support/stored-results.ts';

/*
 * `npm run suite scale`: a workspace and a bot too large for `npm test`. SCALE_RESULTS and SCALE_BOTS override
 * the sizes.
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

    it('searches them in equal parts', { timeout: 30 * MINUTES }, async () => {
      const path = `/v1/bots/${botId}/results`;
      for (const query of [{ search: 'nothing like it' }, { variable: 'Name', value: 'none' }]) {
        const { costs, ids: none } = await pageCosts(api, path, { ...query, limit: '500' } as Record<
          string,
          string
        >);
        expect(none).toStrictEqual([]);
        expect(costs).toHaveLength(Math.ceil(RESULTS / 500));
        expectTheSame(costs);
      }
    });

    it.each(['csv', 'ndjson'])('exports all of them as %s', { timeout: 30 * MINUTES }, async (format) => {
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
      // One more line than there are results: the CSV header, or the line break at the end.
      expect(lines).toBe(RESULTS + 1);
      if (format === 'ndjson') expect(end).toContain(`{"complete":true,"count":${RESULTS}}`);
    });

    it('deletes all of them, call by call', { timeout: 30 * MINUTES }, async () => {
      let [deleted, isRemaining] = [0, true];
      while (isRemaining) {
        const { status, body } = await api.request({
          method: 'DELETE',
          path: `/v1/bots/${botId}/results`,
          body: { all: true },
        });
        expect(status).toBe(200);
        const response = body as { deleted: number; remaining: boolean };
        expect(response.deleted).toBeGreaterThan(0);
        deleted += response.deleted;
        isRemaining = response.remaining;
      }
      expect(deleted).toBe(RESULTS);
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results` });
      expect(body).toStrictEqual({ results: [] });
    });
  });

  describe.runIf(api.target === 'direct')(`an import of ${RESULTS} results`, () => {
    const PART = 1_000;

    /** Three answers each, eight results an hour. Every tenth has logs, and every thousandth a hundred answers. */
    const resultAt = (n: number) => {
      const createdAt = new Date(Date.parse(FIRST_RESULT_AT) - n * 450_000).toISOString();
      return {
        id: `moved-${n}`,
        createdAt,
        isCompleted: n % 2 === 0,
        hasStarted: true,
        variables: [{ id: 'v-name', name: 'Name', value: `Person ${n}` }],
        answers: Array.from({ length: n % 1_000 === 0 ? 100 : 3 }, (_, m) => ({
          blockId: `block-${m}`,
          content: `Answer ${n}.${m}`,
        })),
        logs: n % 10 === 0 ? [{ createdAt, description: `Log ${n}` }] : [],
      };
    };

    it('costs the same at its beginning and its end, and can be repeated', {
      timeout: 60 * MINUTES,
    }, async () => {
      const token = await api.tokenFor('admin');
      const botId = (await importBot(api, v6Document())).id;
      const importAll = async () => {
        const counts = { imported: 0, unchanged: 0 };
        const costs: { requests: number; readUnits: number; writeUnits: number }[] = [];
        let peakBytes = 0;
        const began = performance.now();
        for (let start = 0; start < RESULTS; start += PART) {
          let results = Array.from({ length: Math.min(PART, RESULTS - start) }, (_, n) =>
            resultAt(start + n),
          );
          while (results.length > 0) {
            const { value, commands, readUnits, writeUnits } = await measureConsumption(() =>
              api.request({
                method: 'POST',
                path: `/v1/bots/${botId}/results/import`,
                token,
                body: { results },
              }),
            );
            expect(value.status, value.text).toBe(200);
            const done = value.body as { imported: number; unchanged: number; remaining: number };
            counts.imported += done.imported;
            counts.unchanged += done.unchanged;
            costs.push({ requests: commands.length, readUnits, writeUnits });
            results = done.remaining === 0 ? [] : results.slice(-done.remaining);
            peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
          }
        }
        const sum = (key: keyof (typeof costs)[number]) =>
          costs.reduce((total, cost) => total + cost[key], 0);
        process.stdout.write(
          `  import of ${RESULTS} results: ${Math.round((performance.now() - began) / 1_000)} s, ${costs.length} ` +
            `calls, ${sum('requests')} database requests, ${(sum('writeUnits') / RESULTS).toFixed(2)} write and ` +
            `${(sum('readUnits') / RESULTS).toFixed(2)} read units per result, peak ${Math.round(peakBytes / 1_048_576)} MB\n`,
        );
        return { counts, costs };
      };
      const first = await importAll();
      expect(first.counts).toStrictEqual({ imported: RESULTS, unchanged: 0 });
      const [begin, end] = [first.costs[0], first.costs.at(-1)];
      expect(end?.writeUnits).toBeLessThanOrEqual((begin?.writeUnits ?? 0) * 1.02);
      expect(end?.readUnits).toBeLessThanOrEqual((begin?.readUnits ?? 0) * 1.02);

      const again = await importAll();
      expect(again.counts).toStrictEqual({ imported: 0, unchanged: RESULTS });
      const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/analytics/stats` });
      expect(body).toMatchObject({
        stats: { totalViews: RESULTS, totalStarts: RESULTS, totalCompleted: Math.ceil(RESULTS / 2) },
      });
      await expectSoundTable();
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
      // Finds nothing, and costs the same wherever it is.
      const search = { workspaceId: api.workspaceId, search: 'no bot is called this', limit: '100' };
      const { costs: searches, ids: none } = await pageCosts(api, '/v1/bots', search);
      expect(none).toStrictEqual([]);
      expect(searches).toHaveLength(Math.ceil(ids.length / 1_000));
      for (const { requests, readUnits } of searches) {
        expect(requests).toBe(1);
        expect(readUnits).toBeLessThanOrEqual(80);
      }
    });
  });
});
