import { registerDomain } from '#test/support/endpoints/domains.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, remove } from '#test/support/endpoints/requests.ts';
import { expectAbsent } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a name': {
      prepare: async (api) => await asAdmin(api, remove(`/v1/custom-domains/${await registerDomain(api)}`)),
      retryStatus: 404,
    },
  },
  costs: {
    'delete a custom domain': {
      prepare: async (api) => await asAdmin(api, remove(`/v1/custom-domains/${await registerDomain(api)}`)),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 5,
      assumed: { ms: 40, bytesSent: 500 },
    },
  },
  async readBack(taken) {
    await expectAbsent(taken, `${taken.path}/verify`);
  },
};
