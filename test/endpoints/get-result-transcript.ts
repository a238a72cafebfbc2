import { createPublishedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';
import { createBotWithResults, createResultPath, storeResults } from '#test/support/endpoints/results.ts';

export const fixture: EndpointFixture = {
  calls: { 'a result': async (api) => get(`${await createResultPath(api)}/transcript`) },
  costs: {
    'get the transcript of a result with three answers': {
      prepare: async (api) => {
        const botId = await createPublishedBot(api, typicalBot());
        const [resultId] = await storeResults(api, botId, 1);
        return get(`/v1/bots/${botId}/results/${resultId}/transcript`);
      },
      commands: ['QueryCommand', 'GetItemCommand'],
      readUnits: 4,
      assumed: { ms: 30, bytesSent: 660 },
    },
    'get the transcript of a result of a bot that is not published': {
      prepare: async (api) => {
        const { botId, resultId } = await createBotWithResults(api, 1);
        return get(`/v1/bots/${botId}/results/${resultId}/transcript`);
      },
      commands: ['QueryCommand', 'GetItemCommand', 'GetItemCommand'],
      readUnits: 5,
      isUnlisted: true,
    },
  },
};
