import { createDraft, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'a bot': async (api) => get(`/v1/bots/${await createDraft(api)}/graph.svg`) },
  costs: {
    'draw a bot': {
      prepare: async (api) => get(`/v1/bots/${await createDraft(api, typicalBot())}/graph.svg`),
      commands: ['GetItemCommand'],
      readUnits: 3,
      assumed: { ms: 30, bytesSent: 6_400 },
    },
  },
};
