import { createDraft, createPublishedBot, largeBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a bot': async (api) => get(`/v1/bots/${await createPublishedBot(api)}/publishedBot`),
    'a bot in parts': async (api) =>
      get(`/v1/bots/${await createPublishedBot(api, largeBot(1))}/publishedBot`),
  },
  costs: {
    'get the published bot': {
      prepare: async (api) => get(`/v1/bots/${await createPublishedBot(api, typicalBot())}/publishedBot`),
      commands: ['GetItemCommand'],
      readUnits: 3,
      assumed: { ms: 25, bytesSent: 9_600 },
    },
    'get the published bot, when there is none': {
      prepare: async (api) => get(`/v1/bots/${await createDraft(api, typicalBot())}/publishedBot`),
      commands: ['GetItemCommand', 'GetItemCommand'],
      readUnits: 4,
    },
  },
};
