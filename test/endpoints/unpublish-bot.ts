import { createPublishedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post } from '#test/support/endpoints/requests.ts';
import { expectSame, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: { 'a bot': async (api) => post(`/v1/bots/${await createPublishedBot(api)}/unpublish`) },
  costs: {
    unpublish: {
      prepare: async (api) => post(`/v1/bots/${await createPublishedBot(api, typicalBot())}/unpublish`),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 3,
      writeUnits: 43,
      assumed: { ms: 45, bytesSent: 550 },
    },
  },
  async readBack(taken) {
    const botPath = taken.path.replace(/\/unpublish$/, '');
    const { publishedBot } = await readBody<{ publishedBot: unknown }>(taken, `${botPath}/publishedBot`);
    expectSame('publishedBot', publishedBot, null);
  },
  isIdempotent: true,
};
