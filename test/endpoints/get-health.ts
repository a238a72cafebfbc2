import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'the management API': async () => get('/healthz') },
  costs: {
    'check the health of the management API': {
      prepare: async () => get('/healthz'),
      commands: ['GetItemCommand'],
      readUnits: 0.5,
      assumed: { ms: 10, bytesSent: 300 },
    },
  },
};
