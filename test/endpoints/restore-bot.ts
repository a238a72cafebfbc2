import { createArchivedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post } from '#test/support/endpoints/requests.ts';
import { expectBot, expectSame, parseBot } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: { 'a bot': async (api) => post(`/v1/bots/${await createArchivedBot(api)}/restore`) },
  costs: {
    'restore an archived bot': {
      prepare: async (api) => post(`/v1/bots/${await createArchivedBot(api, typicalBot())}/restore`),
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 13,
      assumed: { ms: 60, bytesSent: 9_800 },
    },
  },
  async readBack(taken) {
    expectSame('isArchived', parseBot(taken).isArchived, false);
    await expectBot(taken);
  },
  isIdempotent: true,
};
