import { v6Document } from '#test/fixtures/documents.ts';
import { createPublishedBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get, repeatInBatches } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a page': async (api) => get('/v1/bots', { workspaceId: api.workspaceId }),
    'a search': async (api) => get('/v1/bots', { workspaceId: api.workspaceId, search: 'nothing like it' }),
  },
  costs: {
    'list 50 bots': {
      prepare: async (api) => {
        await repeatInBatches(50, (n) =>
          createPublishedBot(api, { ...v6Document(), name: `Bakery orders ${n}` }),
        );
        return get('/v1/bots', { workspaceId: api.workspaceId });
      },
      commands: ['QueryCommand'],
      readUnits: 3.5,
      assumed: { ms: 30, bytesSent: 3_500 },
    },
  },
};
