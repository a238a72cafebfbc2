import { createChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { chat } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a published bot': async (api) => chat(`/v1/sessions/${(await createChat(api)).sessionId}/updateBot`),
  },
  costs: {
    'bring a chat up to date': {
      prepare: async (api) => chat(`/v1/sessions/${(await createChat(api)).sessionId}/updateBot`),
      commands: ['GetItemCommand', 'GetItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 2.5,
      writeUnits: 2,
      assumed: { ms: 40, bytesSent: 550 },
    },
  },
  // No endpoint reads sessions.
  async readBack() {},
};
