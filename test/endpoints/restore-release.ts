import { publishBot } from '#test/support/bot-client.ts';
import { createChangedBot, largeBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post } from '#test/support/endpoints/requests.ts';
import { expectBot } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'over a changed draft': async (api) => post(`/v1/bots/${await createChangedBot(api)}/releases/1/restore`),
    'over a changed draft in parts': async (api) =>
      post(`/v1/bots/${await createChangedBot(api, largeBot(1))}/releases/1/restore`),
  },
  costs: {
    'restore a release, keeping the draft': {
      prepare: async (api) => {
        const botId = await createChangedBot(api, typicalBot());
        return post(`/v1/bots/${botId}/releases/1/restore`);
      },
      commands: ['GetItemCommand', 'GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 6,
      writeUnits: 42,
      assumed: { ms: 60, bytesSent: 9_800 },
    },
    'restore a release, when the draft is one already': {
      prepare: async (api) => {
        const botId = await createChangedBot(api, typicalBot());
        await publishBot(api, botId);
        return post(`/v1/bots/${botId}/releases/1/restore`);
      },
      commands: ['GetItemCommand', 'GetItemCommand', 'PutItemCommand'],
      readUnits: 6,
      writeUnits: 12,
    },
  },
  readBack: expectBot,
  isIdempotent: true,
};
