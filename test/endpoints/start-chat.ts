import { ask, contactBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot, reply } from '#test/support/chat-client.ts';
import { typicalBot } from '#test/support/endpoints/bots.ts';
import { createChat, createChattedBot } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { chat } from '#test/support/endpoints/requests.ts';
import { expectSame, type Json } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a new result': async (api) =>
      chat(`/v1/bots/${(await publishedBot(api, contactBot())).publicId}/startChat`),
    'going on with a result': async (api) => {
      const remembering = contactBot({ settings: { general: { rememberUser: { isEnabled: true } } } });
      const { publicId, sessionId, resultId } = await createChat(api, remembering);
      await reply(api, sessionId, 'Ada');
      return chat(`/v1/bots/${publicId}/startChat`, { resultId });
    },
  },
  costs: {
    'start a chat': {
      prepare: async (api) => chat(`/v1/bots/${await createChattedBot(api)}/startChat`),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 7,
      assumed: { ms: 40, bytesSent: 1_800, writesMetric: true },
    },
    'start a chat, where the instance has not read the release yet': {
      prepare: async (api) => {
        // With a question at its beginning, or the chat would be over at once.
        const { publicId } = await publishedBot(api, typicalBot(1, [ask('q', {})]));
        return chat(`/v1/bots/${publicId}/startChat`);
      },
      commands: ['GetItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 4,
      writeUnits: 9,
    },
  },
  async readBack({ received, read }) {
    const { resultId, bot } = received as { resultId?: string; bot: Json };
    // Chats need no token, so this bot may belong to the other workspace.
    const isOwn = (await read(`/v1/bots/${bot.id}`)).status === 200;
    if (resultId === undefined || !isOwn) return;
    const { status } = await read(`/v1/bots/${bot.id}/results/${resultId}`);
    expectSame('status of the result', status, 200);
  },
  looseSchema: {
    because: 'the groups and commands that a chat accepts depend on the bot',
    routes: ['start-chat', 'start-chat-compatible'],
  },
};
