import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'of the token': async (api) => get(`/v1/workspaces/${api.workspaceId}`) },
  costs: {
    'get a workspace': {
      prepare: async (api) => get(`/v1/workspaces/${api.workspaceId}`),
      commands: ['GetItemCommand'],
      readUnits: 1,
      countsTokens: true,
      assumed: { ms: 25, bytesSent: 800 },
    },
  },
};
