import { storeCredentials } from '#test/support/endpoints/credentials.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, post } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'credentials without a test': {
      prepare: async (api) => await asAdmin(api, post(`${await storeCredentials(api)}/test`)),
      changesNothing: true,
    },
  },
  costs: {
    'test credentials': {
      prepare: async (api) => await asAdmin(api, post(`${await storeCredentials(api)}/test`)),
      commands: ['GetItemCommand'],
      readUnits: 1,
      assumed: { ms: 500, bytesSent: 1_500 },
    },
  },
  // A test stores nothing.
  readBack: async () => {},
  isIdempotent: true,
};
