import { patchBot, publishBot } from '#test/support/bot-client.ts';
import { createPublishedBot, linkingBot, typicalBot } from '#test/support/endpoints/bots.ts';
import { createAnsweredChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get, repeat } from '#test/support/endpoints/requests.ts';
import { createBotWithResults, storeResults } from '#test/support/endpoints/results.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a bot': async (api) =>
      get(`/v1/bots/${(await createAnsweredChat(api)).botId}/results/export`, { format: 'csv' }),
  },
  costs: {
    'export 500 results with three answers': {
      prepare: async (api) =>
        get(`/v1/bots/${(await createBotWithResults(api, 500)).botId}/results/export`, { format: 'ndjson' }),
      commands: ['GetItemCommand', 'QueryCommand', ...repeat(500, 'QueryCommand')],
      readUnits: 514.5,
      assumed: { ms: 2_500, bytesSent: 11_900 },
    },
    'export one result with three answers': {
      prepare: async (api) =>
        get(`/v1/bots/${(await createBotWithResults(api, 1)).botId}/results/export`, { format: 'ndjson' }),
      commands: ['GetItemCommand', 'QueryCommand', 'QueryCommand'],
      readUnits: 4.5,
      isUnlisted: true,
    },
    'export as CSV one result of a bot with an earlier release and a linked bot that merges into it': {
      prepare: async (api) => {
        const botId = await createPublishedBot(api, typicalBot());
        const linked = await createPublishedBot(api, typicalBot());
        await patchBot(api, botId, linkingBot(linked, { mergeResults: true }));
        await publishBot(api, botId);
        await storeResults(api, botId, 1);
        return get(`/v1/bots/${botId}/results/export`, { format: 'csv' });
      },
      // The published copy and the releases before it; the linked bot, which has one release; the results.
      commands: ['GetItemCommand', 'QueryCommand', 'GetItemCommand', 'QueryCommand', 'QueryCommand'],
      readUnits: 8.5,
      isUnlisted: true,
    },
  },
};
