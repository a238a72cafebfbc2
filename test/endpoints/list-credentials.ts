import { getCredentialsPath, storeCredentials } from '#test/support/endpoints/credentials.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'all of a workspace': async (api) => {
      await storeCredentials(api);
      return await asAdmin(api, get(getCredentialsPath(api)));
    },
  },
  costs: {
    'list stored credentials': {
      prepare: async (api) => {
        await storeCredentials(api);
        return await asAdmin(api, get(getCredentialsPath(api)));
      },
      commands: ['QueryCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 700 },
    },
  },
};
