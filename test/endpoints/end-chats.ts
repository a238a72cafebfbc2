import { createDraft, typicalBot } from '#test/support/endpoints/bots.ts';
import { createChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'of a bot': async (api) => post(`/v1/bots/${(await createChat(api)).botId}/endChats`) },
  costs: {
    'end the chats of a bot': {
      prepare: async (api) => post(`/v1/bots/${await createDraft(api, typicalBot())}/endChats`),
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 2,
      assumed: { ms: 35, bytesSent: 550 },
    },
  },
  // No endpoint reads sessions.
  async readBack() {},
};
