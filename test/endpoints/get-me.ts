import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'the token that asks': async () => get('/v1/me') },
  costs: {
    'get the token that asks': {
      prepare: async () => get('/v1/me'),
      commands: ['GetItemCommand', 'BatchGetItemCommand'],
      readUnits: 2,
      countsTokens: true,
      assumed: { ms: 25, bytesSent: 800 },
    },
  },
};
