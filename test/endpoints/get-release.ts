import { createPublishedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'of a bot': async (api) => get(`/v1/bots/${await createPublishedBot(api)}/releases/1`) },
  costs: {
    'get a release': {
      prepare: async (api) => get(`/v1/bots/${await createPublishedBot(api, typicalBot())}/releases/1`),
      commands: ['GetItemCommand'],
      readUnits: 3,
      assumed: { ms: 25, bytesSent: 9_600 },
    },
  },
};
