import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'the chat API': async () => ({ ...get('/healthz'), api: 'chat' }) },
  costs: {
    'check the health of the chat API': {
      prepare: async () => ({ ...get('/healthz'), api: 'chat' }),
      commands: ['GetItemCommand'],
      readUnits: 0.5,
      assumed: { ms: 10, bytesSent: 300 },
    },
  },
};
