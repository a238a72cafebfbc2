import { contactBot } from '#test/fixtures/chat-bots.ts';
import { createDraft, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { chat } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a draft': async (api) => chat(`/v1/bots/${await createDraft(api, contactBot())}/preview/startChat`),
    'of a block': {
      prepare: async (api) =>
        chat(`/v1/bots/${await createDraft(api, contactBot())}/preview/startChat`, {
          // Refused before anything is sent.
          startFrom: { type: 'block', block: { type: 'Webhook', options: { webhook: { url: 'file:///' } } } },
        }),
      changesNothing: true,
    },
  },
  costs: {
    'start a preview': {
      prepare: async (api) => chat(`/v1/bots/${await createDraft(api, typicalBot())}/preview/startChat`),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 3,
      writeUnits: 2,
      assumed: { ms: 45, bytesSent: 2_200 },
    },
  },
  // No endpoint reads sessions.
  async readBack() {},
  looseSchema: {
    because: 'the groups and commands that a chat accepts depend on the bot',
    routes: ['start-preview-chat', 'start-preview-chat-compatible'],
  },
};
