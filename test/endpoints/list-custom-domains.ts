import { registerDomain } from '#test/support/endpoints/domains.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a name': async (api) => {
      await registerDomain(api);
      return get('/v1/custom-domains', { workspaceId: api.workspaceId });
    },
  },
  costs: {
    'list custom domains': {
      prepare: async (api) => {
        await registerDomain(api);
        return get('/v1/custom-domains', { workspaceId: api.workspaceId });
      },
      commands: ['QueryCommand'],
      readUnits: 0.5,
      assumed: { ms: 25, bytesSent: 600 },
    },
  },
};
