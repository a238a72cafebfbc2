import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';
import { createBotWithResults, createResultPath } from '#test/support/endpoints/results.ts';

export const fixture: EndpointFixture = {
  calls: { 'a result': async (api) => get(await createResultPath(api)) },
  costs: {
    'get a result with three answers': {
      prepare: async (api) => {
        const { botId, resultId } = await createBotWithResults(api, 1);
        return get(`/v1/bots/${botId}/results/${resultId}`);
      },
      commands: ['QueryCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 1_400 },
    },
  },
};
