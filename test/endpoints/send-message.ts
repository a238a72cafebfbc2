import { contactBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { createDraft } from '#test/support/endpoints/bots.ts';
import { createChat, createChattedBot } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { chat } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a start': async (api) =>
      chat('/v1/sendMessage', {
        startParams: { typebot: (await publishedBot(api, contactBot())).publicId },
      }),
    'a reply': async (api) =>
      chat('/v2/sendMessage', { sessionId: (await createChat(api)).sessionId, message: 'Ada' }),
    'a preview': async (api) => ({
      ...chat('/v1/sendMessage', {
        startParams: { typebot: await createDraft(api, contactBot()), isPreview: true },
      }),
      token: await api.tokenFor('editor'),
    }),
  },
  costs: {
    'start a chat with sendMessage': {
      prepare: async (api) =>
        chat('/v1/sendMessage', { startParams: { typebot: await createChattedBot(api) } }),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 7,
      assumed: { ms: 40, bytesSent: 1_800, writesMetric: true },
    },
  },
  // Starting and continuing a chat are read back at their own addresses.
  async readBack() {},
  looseSchema: {
    because: 'the groups and commands that a chat accepts depend on the bot',
    routes: ['send-message', 'send-message-compatible'],
  },
};
