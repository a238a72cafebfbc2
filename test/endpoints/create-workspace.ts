import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, post } from '#test/support/endpoints/requests.ts';
import { expectSame, type Json } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'with its first token': async (api) => await asAdmin(api, post('/v1/workspaces', { name: 'Bakery' })),
  },
  costs: {
    'create a workspace': {
      prepare: async (api) => await asAdmin(api, post('/v1/workspaces', { name: 'Measured' })),
      // Reads the makers of the caller's workspace, then writes the new workspace, its first token and its maker's
      // entry.
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 10,
      countsTokens: true,
      assumed: { ms: 40, bytesSent: 850 },
    },
  },
  async readBack({ received, sent }) {
    expectSame('name', (received.workspace as Json).name, (sent as { name: string }).name.trim());
  },
  looseSchema: { because: 'the characters of a name are restricted by Unicode rules' },
};
