import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';

export const fixture: EndpointFixture = {
  calls: { 'of a token': async () => get('/v1/workspaces') },
  costs: {
    'list workspaces': {
      prepare: async () => get('/v1/workspaces'),
      commands: ['BatchGetItemCommand'],
      readUnits: 1,
      countsTokens: true,
      assumed: { ms: 25, bytesSent: 620 },
    },
    'list workspaces, for an admin whose workspace has made none': {
      prepare: async (api) => ({ ...get('/v1/workspaces'), token: (await createOwnWorkspace(api)).token }),
      commands: ['BatchGetItemCommand', 'QueryCommand'],
      readUnits: 2,
      countsTokens: true,
    },
  },
};
