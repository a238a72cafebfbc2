import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { remove, repeat } from '#test/support/endpoints/requests.ts';
import { createBotWithResults, createResultPath } from '#test/support/endpoints/results.ts';
import { expectAbsent } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'with answers and logs': {
      prepare: async (api) => remove(await createResultPath(api)),
      retryStatus: 404,
    },
  },
  costs: {
    'delete a result with three answers': {
      prepare: async (api) => {
        const { botId, resultId } = await createBotWithResults(api, 1);
        return remove(`/v1/bots/${botId}/results/${resultId}`);
      },
      commands: [
        'GetItemCommand',
        'UpdateItemCommand',
        ...repeat(2, 'QueryCommand'),
        ...repeat(3, 'BatchWriteItemCommand'),
      ],
      readUnits: 3,
      writeUnits: 8,
      assumed: { ms: 65, bytesSent: 550 },
    },
  },
  async readBack(taken) {
    if (!taken.received.remaining) await expectAbsent(taken, taken.path);
  },
  isIdempotent: true,
};
