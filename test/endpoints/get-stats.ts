import { createDraft, typicalBot } from '#test/support/endpoints/bots.ts';
import { createAnsweredChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';
import { countThirtyDays } from '#test/support/endpoints/results.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a bot': async (api) =>
      get(`/v1/bots/${(await createAnsweredChat(api)).botId}/analytics/stats`, { timeFilter: 'last30Days' }),
  },
  costs: {
    'get the statistics of 30 days': {
      prepare: async (api) => {
        const botId = await createDraft(api, typicalBot());
        await countThirtyDays(botId);
        return get(`/v1/bots/${botId}/analytics/stats`, { timeFilter: 'last30Days' });
      },
      commands: ['GetItemCommand', 'QueryCommand'],
      readUnits: 5,
      assumed: { ms: 30, bytesSent: 750 },
    },
    'get the statistics of a bot without chats': {
      prepare: async (api) =>
        get(`/v1/bots/${await createDraft(api, typicalBot())}/analytics/stats`, { timeFilter: 'last30Days' }),
      commands: ['GetItemCommand', 'QueryCommand'],
      readUnits: 4,
      isUnlisted: true,
    },
  },
};
