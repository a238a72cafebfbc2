import { createDraft, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { repeat } from '#test/support/endpoints/requests.ts';
import {
  makeLoopAnswers,
  makeMovedResult,
  makeMovedResults,
  toResultsImport,
} from '#test/support/endpoints/results.ts';
import { expectSame, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'new ones': async (api) =>
      await toResultsImport(api, await createDraft(api), [
        makeMovedResult(),
        makeMovedResult({ answers: [], logs: [] }),
      ]),
    'a new one of several transactions': async (api) =>
      await toResultsImport(api, await createDraft(api), [
        makeMovedResult({ answers: makeLoopAnswers(100) }),
      ]),
    'later answers': async (api) => {
      const botId = await createDraft(api);
      const early = makeMovedResult();
      await api.request(await toResultsImport(api, botId, [early]));
      const answers = [...early.answers, { blockId: 'later', content: 'Later' }];
      const logs = [...early.logs, { description: 'Later' }];
      return await toResultsImport(api, botId, [{ ...early, answers, logs, isCompleted: true }]);
    },
  },
  costs: {
    'import 20 results with three answers': {
      prepare: async (api) =>
        await toResultsImport(api, await createDraft(api, typicalBot()), makeMovedResults(20)),
      // The bot; results and erasures; two transactions of at most 100 items.
      commands: [
        'GetItemCommand',
        'BatchGetItemCommand',
        'BatchGetItemCommand',
        'TransactWriteItemsCommand',
        'TransactWriteItemsCommand',
      ],
      readUnits: 43,
      writeUnits: 226,
      assumed: { ms: 150, bytesSent: 600 },
    },
    'import the same results again': {
      prepare: async (api) => {
        const request = await toResultsImport(
          api,
          await createDraft(api, typicalBot()),
          makeMovedResults(20),
        );
        await api.request(request);
        return request;
      },
      commands: [
        'GetItemCommand',
        'BatchGetItemCommand',
        'BatchGetItemCommand',
        ...repeat(20, 'QueryCommand'),
      ],
      readUnits: 63,
      assumed: { ms: 120, bytesSent: 600 },
    },
  },
  async readBack(taken) {
    const { results } = taken.sent as { results: { id: string; answers?: { content: string }[] | null }[] };
    const skipped = new Set((taken.received.skippedResults as { id: string }[]).map(({ id }) => id));
    // What is skipped may be listed no longer.
    if (skipped.size > 0 || taken.received.remaining !== 0) return;
    for (const { id, answers } of results.slice(0, 3)) {
      const { result } = await readBody<{ result: { answers: { content: string }[] } }>(
        taken,
        taken.path.replace(/import$/, id),
      );
      const kept = result.answers.map(({ content }) => content);
      for (const { content } of answers ?? []) expectSame(`answer of ${id}`, kept.includes(content), true);
    }
  },
  isIdempotent: true,
  looseSchema: { because: 'dates may not lie in the future, and an id may come only once' },
};
