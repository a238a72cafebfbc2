import { registerDomain } from '#test/support/endpoints/domains.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a name': async (api) => get(`/v1/custom-domains/${await registerDomain(api)}/verify`),
  },
  costs: {
    'verify a custom domain': {
      prepare: async (api) => get(`/v1/custom-domains/${await registerDomain(api)}/verify`),
      commands: ['GetItemCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 600 },
    },
  },
};
