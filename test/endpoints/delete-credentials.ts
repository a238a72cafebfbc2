import { storeCredentials } from '#test/support/endpoints/credentials.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, remove } from '#test/support/endpoints/requests.ts';
import { type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    credentials: {
      prepare: async (api) => await asAdmin(api, remove(await storeCredentials(api))),
      retryStatus: 404,
    },
  },
  costs: {
    'delete credentials': {
      prepare: async (api) => await asAdmin(api, remove(await storeCredentials(api))),
      commands: ['GetItemCommand', 'UpdateItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 4,
      assumed: { ms: 150, bytesSent: 700 },
    },
  },
  async readBack(taken) {
    const [, list = '', id] = /^(.*)\/([^/]*)$/.exec(taken.path) ?? [];
    const { credentials } = await readBody<{ credentials: Json[] }>(taken, list);
    if (credentials.some((listed) => listed.id === id)) throw new Error('Deleted credentials are listed');
  },
};
