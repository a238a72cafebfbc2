import { createPublishedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { remove } from '#test/support/endpoints/requests.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a published bot': async (api) => remove(`/v1/bots/${await createPublishedBot(api)}`),
  },
  costs: {
    'archive a published bot': {
      prepare: async (api) => remove(`/v1/bots/${await createPublishedBot(api, typicalBot())}`),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 3,
      writeUnits: 44,
      assumed: { ms: 45, bytesSent: 550 },
    },
  },
  async readBack(taken) {
    const { bot } = await readBody<{ bot: Json }>(taken, taken.path);
    expectSame('isArchived', bot.isArchived, true);
  },
  isIdempotent: true,
};
