import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post, withKey } from '#test/support/endpoints/requests.ts';
import { expectBot, expectKept } from '#test/support/fuzz/read-back.ts';
import { uniqueName } from '#test/support/unique-name.ts';

export const fixture: EndpointFixture = {
  calls: {
    'an empty bot': async (api) => post('/v1/bots', { workspaceId: api.workspaceId, bot: {} }),
    'with a publicId': {
      prepare: async (api) =>
        post('/v1/bots', { workspaceId: api.workspaceId, bot: { publicId: uniqueName('new') } }),
      retryStatus: 409,
    },
    'with a key': async (api) => withKey(post('/v1/bots', { workspaceId: api.workspaceId, bot: {} })),
  },
  costs: {
    'create an empty bot': {
      prepare: async (api) => post('/v1/bots', { workspaceId: api.workspaceId, bot: {} }),
      commands: ['PutItemCommand'],
      writeUnits: 3,
      assumed: { ms: 30, bytesSent: 900 },
    },
    'create one with a public id': {
      prepare: async (api) =>
        post('/v1/bots', { workspaceId: api.workspaceId, bot: { publicId: uniqueName('measured') } }),
      commands: ['TransactWriteItemsCommand'],
      writeUnits: 7,
    },
  },
  async readBack(taken) {
    await expectBot(taken);
    expectKept(taken);
  },
};
