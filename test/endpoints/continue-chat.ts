import type { ChatTurn } from '#test/support/chat-client.ts';
import { createAnsweredChat, createChat, toReply } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { expectSame, getResultPath, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a first answer': async (api) =>
      toReply((await createChat(api)).sessionId, { message: { type: 'text', text: 'Ada' } }),
    'a last answer': {
      prepare: async (api) =>
        toReply((await createAnsweredChat(api)).sessionId, {
          message: { type: 'text', text: 'ada@example.com' },
        }),
      retryStatus: 404,
    },
    'a first answer that names its turn': async (api) => {
      const { sessionId, turnId } = await createChat(api);
      return toReply(sessionId, { message: 'Ada', turnId });
    },
    'a last answer that names its turn': async (api) => {
      const { sessionId } = await createAnsweredChat(api);
      const { body } = await api.request(toReply(sessionId, { isCatchingUp: true }));
      const { turnId } = body as ChatTurn;
      return toReply(sessionId, { message: 'ada@example.com', turnId });
    },
  },
  costs: {
    'take a reply that is not valid': {
      prepare: async (api) =>
        toReply((await createAnsweredChat(api)).sessionId, { message: 'not an email address' }),
      commands: ['GetItemCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 900 },
    },
    'take the first reply of an instance': {
      prepare: async (api) => toReply((await createChat(api)).sessionId, { message: 'Ada' }),
      commands: ['GetItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1.5,
      writeUnits: 9,
      isUnlisted: true,
    },
    'take a reply that ends the chat': {
      prepare: async (api) =>
        toReply((await createAnsweredChat(api)).sessionId, { message: 'ada@example.com' }),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 9,
      isUnlisted: true,
    },
  },
  async readBack(taken) {
    const resultPath = getResultPath(taken);
    if (resultPath === undefined) return;
    const { result } = await readBody<{ result: Json }>(taken, resultPath);
    expectSame('id of the result', result.id, resultPath.split('/').at(-1));
  },
  looseSchema: { because: 'the commands that a chat accepts depend on the bot' },
};
