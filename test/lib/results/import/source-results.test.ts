import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';

/* Results as the API of Typebot returns them, read from a sibling folder that may not exist. */

const LISTS = new URL('../../../../../shared/moving/api/results/', import.meta.url);
const SINGLE = new URL('../../../../../shared/moving/api/result/', import.meta.url);

const namesIn = (folder: URL, end: RegExp) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => end.test(name)) : [];
const bodyOf = <T>(folder: URL, name: string) =>
  (JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { body: T }).body;

type SourceResult = { id: string; createdAt: string; answers: { blockId: string; content: string }[] };

const lists = namesIn(LISTS, /\.allTime.*\.json$/);
const single = namesIn(SINGLE, /\.get\.json$/);

describe.skipIf(lists.length === 0)('Recorded results of Typebot', () => {
  describeApi('are imported', (api) => {
    const run = async (botId: string, results: object[]) => {
      const response = await api.request({
        method: 'POST',
        path: `/v1/bots/${botId}/results/import`,
        token: await api.tokenFor('admin'),
        body: { results },
      });
      expect(response.status, response.text.slice(0, 500)).toBe(200);
      return response.body as { imported: number; unchanged: number };
    };
    const read = async (path: string) => (await api.request({ method: 'GET', path })).body;

    it.runIf(api.target === 'direct')('page by page, with ids, dates and order', async () => {
      const botId = (await importBot(api, contactBot())).id;
      const seen = new Set<string>();
      for (const name of lists) {
        const { results } = bodyOf<{ results: SourceResult[] }>(LISTS, name);
        if (results.length === 0) continue;
        const fresh = results.filter(({ id }) => !seen.has(id)).length;
        expect(await run(botId, results)).toMatchObject({
          imported: fresh,
          unchanged: results.length - fresh,
        });
        for (const { id, createdAt, answers } of results.slice(0, 5)) {
          const body = (await read(`/v1/bots/${botId}/results/${id}`)) as { result: SourceResult };
          expect(body.result.createdAt).toBe(createdAt);
          const pairs = body.result.answers.map(({ blockId, content }) => ({ blockId, content }));
          expect(pairs).toStrictEqual(answers.map(({ blockId, content }) => ({ blockId, content })));
        }
        for (const { id } of results) seen.add(id);
      }
      expect(seen.size).toBeGreaterThan(100);
    });

    it.runIf(api.target === 'direct')('with their logs', async () => {
      const botId = (await importBot(api, contactBot())).id;
      for (const name of single) {
        const { result } = bodyOf<{ result: SourceResult }>(SINGLE, name);
        const { logs } = bodyOf<{ logs: object[] }>(SINGLE, name.replace(/get\.json$/, 'logs.json'));
        await run(botId, [{ ...result, id: `logged-${result.id}`, logs }]);
        const stored = (await read(`/v1/bots/${botId}/results/logged-${result.id}/logs`)) as {
          logs: object[];
        };
        const withoutIds = (list: object[]) =>
          new Set(list.map((log) => JSON.stringify({ ...log, id: '', resultId: '' })));
        expect(withoutIds(stored.logs)).toStrictEqual(withoutIds(logs));
      }
    });
  });
});
