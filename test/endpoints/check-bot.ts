import { v6Document } from '#test/fixtures/documents.ts';
import { createDraft, linkingBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a bot': async () => post('/v1/bots/check', { bot: v6Document() }),
    'a bot with a link, in a workspace': async ({ workspaceId }) =>
      post('/v1/bots/check', { workspaceId, bot: linkingBot() }),
  },
  costs: {
    'check a bot': {
      prepare: async () => post('/v1/bots/check', { bot: typicalBot() }),
      commands: [],
      assumed: { ms: 25, bytesSent: 850 },
    },
    'check a bot with a link, in a workspace': {
      prepare: async (api) =>
        post('/v1/bots/check', {
          workspaceId: api.workspaceId,
          bot: linkingBot(await createDraft(api, typicalBot())),
        }),
      commands: ['BatchGetItemCommand'],
      readUnits: 3,
      isUnlisted: true,
    },
  },
  // Nothing is stored.
  async readBack() {},
  looseSchema: { because: 'exports from before June 2022 are checked after conversion' },
};
