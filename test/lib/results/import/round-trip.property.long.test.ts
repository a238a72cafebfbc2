import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contactBot } from '#test/fixtures/chat-bots.ts';
import { importBot } from '#test/support/bot-client.ts';
import { type Api, describeApi } from '#test/support/describe-api.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => value.isWellFormed());
const name = text.filter((value) => value !== '');
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,30}$/);
/** Few, so that answers have the same time. In any order. */
const date = fc
  .integer({ min: 0, max: 8 })
  .map((days) => new Date(Date.parse('2026-02-26T22:59:59.999Z') + days * DAY_MS).toISOString());
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const blockId = fc.oneof(fc.constantFrom('ask-name', 'loop'), name);

const answer = fc.record({
  blockId,
  content: fc.oneof(fc.constantFrom('yes', 'no', ''), text),
  createdAt: maybe(date),
  groupId: maybe(text),
  variableId: maybe(fc.option(text)),
  storageUsed: maybe(fc.nat()),
});

const result = fc.record({
  id,
  createdAt: date,
  isCompleted: fc.boolean(),
  hasStarted: fc.constant(true),
  variables: fc.array(
    fc.record({
      id: name,
      name: text,
      value: fc.oneof(text, fc.array(fc.option(text), { maxLength: 3 }), fc.constant(null)),
      isSessionVariable: maybe(fc.boolean()),
    }),
    { maxLength: 3 },
  ),
  answers: fc.oneof(
    { arbitrary: fc.array(answer, { maxLength: 8 }), weight: 9 },
    { arbitrary: fc.array(answer, { minLength: 80, maxLength: 120 }), weight: 1 },
  ),
  logs: fc.array(fc.record({ createdAt: maybe(date), description: text, details: maybe(fc.jsonValue()) }), {
    maxLength: 3,
  }),
});
const results = fc.uniqueArray(result, { minLength: 1, maxLength: 6, selector: (one) => one.id });

describeApi('An imported export', (api) => {
  it.runIf(api.target === 'direct')(
    'is exported as the same text, however it came in',
    { timeout: 240_000 },
    async () => {
      await api.tokenFor('admin');
      let run = 0;
      await fc.assert(
        fc.asyncProperty(results, fc.nat(), fc.boolean(), async (made, cut, isTwice) => {
          run += 1;
          // Ids have to be new in each run.
          const sent = made.map((one) => ({ ...one, id: `r${run}-${one.id}` }));
          const source = (await importBot(api, contactBot())).id;
          // In two parts, the first of which has not all answers yet.
          const early = sent
            .slice(0, 1 + (cut % sent.length))
            .map((one) => ({ ...one, isCompleted: false, answers: one.answers.slice(0, cut % 5) }));
          await importJson(api, source, early);
          await importJson(api, source, sent);
          if (isTwice) expect(await importJson(api, source, sent)).toMatchObject({ unchanged: sent.length });
          const first = await exported(api, source);
          expect(Object.fromEntries(contents(first))).toStrictEqual(
            Object.fromEntries(
              sent.map((one) => [one.id, one.answers.map(({ content }) => content).toSorted()]),
            ),
          );

          // Another bot has other ids. That is all that may differ.
          const target = (await importBot(api, contactBot())).id;
          const renamed = (from: string, to: string) => first.replaceAll(`"${from}${run}-`, `"${to}${run}-`);
          expect(await importLines(api, target, renamed('r', 's'))).toMatchObject({ imported: sent.length });
          const second = await exported(api, target);
          expect(second.replaceAll(`"s${run}-`, `"r${run}-`).replaceAll(target, source)).toBe(first);

          expect(await importLines(api, source, first)).toMatchObject({ unchanged: sent.length });
          expect(await exported(api, source)).toBe(first);
          expect(await stats(api, target)).toStrictEqual(await stats(api, source));
        }),
        { numRuns: 25 },
      );
      await expectSoundTable();
    },
  );
});

const path = (botId: string, rest: string) => `/v1/bots/${botId}/${rest}`;

async function importJson(api: Api, botId: string, sent: object[]): Promise<unknown> {
  return await imported(api, botId, { body: { results: sent } });
}

async function importLines(api: Api, botId: string, rawBody: string): Promise<unknown> {
  return await imported(api, botId, { rawBody, contentType: 'application/x-ndjson' });
}

async function imported(api: Api, botId: string, content: object): Promise<unknown> {
  const token = await api.tokenFor('admin');
  const request = { method: 'POST', path: path(botId, 'results/import'), token, ...content };
  const response = await api.request(request);
  expect(response.status, response.text).toBe(200);
  return response.body;
}

async function exported(api: Api, botId: string): Promise<string> {
  const query = { format: 'ndjson' };
  return (await api.request({ method: 'GET', path: path(botId, 'results/export'), query })).text;
}

function contents(text: string): [string, string[]][] {
  const lines = text.trim().split('\n').slice(0, -1);
  return lines.map((line) => {
    const { id: resultId, answers } = JSON.parse(line) as { id: string; answers: { content: string }[] };
    return [resultId, answers.map(({ content }) => content).toSorted()];
  });
}

async function stats(api: Api, botId: string): Promise<unknown> {
  return (await api.request({ method: 'GET', path: path(botId, 'analytics/stats') })).body;
}
