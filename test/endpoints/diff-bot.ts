import { createChangedBot, createPublishedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'release and draft': async (api) =>
      get(`/v1/bots/${await createChangedBot(api)}/diff`, { from: '1', to: 'draft' }),
  },
  costs: {
    'compare a release and the draft': {
      prepare: async (api) =>
        get(`/v1/bots/${await createPublishedBot(api, typicalBot())}/diff`, { from: '1', to: 'draft' }),
      commands: ['GetItemCommand', 'GetItemCommand'],
      readUnits: 6,
      assumed: { ms: 50, bytesSent: 800 },
    },
  },
};
