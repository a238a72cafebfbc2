import { startedChat } from '#test/support/chat-client.ts';
import { createAnsweredChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { remove, repeat } from '#test/support/endpoints/requests.ts';
import { createBotWithResults } from '#test/support/endpoints/results.ts';
import { expectAbsent, expectSame, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a named one': async (api) => {
      const { botId, resultId } = await createAnsweredChat(api);
      return remove(`/v1/bots/${botId}/results`, { resultIds: [resultId] });
    },
    all: async (api) => {
      const { botId, publicId } = await createAnsweredChat(api);
      await startedChat(api, publicId);
      return remove(`/v1/bots/${botId}/results`, { all: true });
    },
  },
  costs: {
    'delete 10 results with three answers': {
      prepare: async (api) =>
        remove(`/v1/bots/${(await createBotWithResults(api, 10)).botId}/results`, { all: true }),
      commands: [
        'GetItemCommand',
        'QueryCommand',
        'BatchGetItemCommand',
        ...repeat(10, 'UpdateItemCommand'),
        ...repeat(20, 'QueryCommand'),
        ...repeat(30, 'BatchWriteItemCommand'),
      ],
      readUnits: 33.5,
      writeUnits: 71,
      assumed: { ms: 220, bytesSent: 550 },
    },
    'delete two results with three answers': {
      prepare: async (api) =>
        remove(`/v1/bots/${(await createBotWithResults(api, 2)).botId}/results`, { all: true }),
      commands: [
        'GetItemCommand',
        'QueryCommand',
        'BatchGetItemCommand',
        ...repeat(2, 'UpdateItemCommand'),
        ...repeat(4, 'QueryCommand'),
        ...repeat(6, 'BatchWriteItemCommand'),
      ],
      readUnits: 9.5,
      writeUnits: 15,
      isUnlisted: true,
    },
  },
  async readBack(taken) {
    if (taken.received.remaining) return;
    const { resultIds } = taken.sent as { resultIds?: string[] };
    if (resultIds) {
      // With longer ids, the path is too long and is refused before the look-up.
      const ids = resultIds.filter((id) => id !== '' && id.length < 200).slice(0, 3);
      for (const id of ids)
        await expectAbsent(taken, `${taken.path}/${encodeURIComponent(id.toWellFormed())}`);
    } else {
      const { results } = await readBody<{ results: unknown[] }>(taken, taken.path);
      expectSame('results', results, []);
    }
  },
  isIdempotent: true,
  looseSchema: {
    because: 'a text of nothing but commas names no result',
    routes: ['delete-results-compatible'],
  },
};
