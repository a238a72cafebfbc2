import { createPublishedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import { createAnsweredChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get, repeat } from '#test/support/endpoints/requests.ts';
import { createBotWithResults, storeResults } from '#test/support/endpoints/results.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a bot': async (api) => get(`/v1/bots/${(await createAnsweredChat(api)).botId}/results`),
    'that say something': async (api) =>
      get(`/v1/bots/${(await createAnsweredChat(api)).botId}/results`, { search: 'nothing like it' }),
    'with a variable': async (api) =>
      get(`/v1/bots/${(await createAnsweredChat(api)).botId}/results`, { variable: 'Name', value: 'none' }),
  },
  costs: {
    'list 50 results with three answers': {
      prepare: async (api) => get(`/v1/bots/${(await createBotWithResults(api, 50)).botId}/results`),
      commands: ['GetItemCommand', 'QueryCommand', ...repeat(50, 'QueryCommand')],
      readUnits: 54.5,
      assumed: { ms: 250, bytesSent: 3_300 },
    },
    'list one result with three answers': {
      prepare: async (api) => get(`/v1/bots/${(await createBotWithResults(api, 1)).botId}/results`),
      commands: ['GetItemCommand', 'QueryCommand', 'QueryCommand'],
      readUnits: 4.5,
      isUnlisted: true,
    },
    'list results after a number of them': {
      prepare: async (api) => {
        const botId = await createPublishedBot(api, typicalBot());
        await storeResults(api, botId, 3);
        return get(`/v1/typebots/${botId}/results`, { timeFilter: 'allTime', cursor: '2' });
      },
      // The bot, what is skipped, the page, and its result.
      commands: ['GetItemCommand', 'QueryCommand', 'QueryCommand', 'QueryCommand'],
      readUnits: 5,
      isUnlisted: true,
    },
    'search one result by a variable, without a match': {
      prepare: async (api) =>
        get(`/v1/bots/${(await createBotWithResults(api, 1)).botId}/results`, {
          variable: 'v',
          value: 'none',
        }),
      commands: ['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'],
      readUnits: 4.5,
      isUnlisted: true,
    },
  },
};
