import { createDraft, createPublishedBot, largeBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post, withKey } from '#test/support/endpoints/requests.ts';
import { expectBot } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a bot': async (api) => post(`/v1/bots/${await createPublishedBot(api)}/duplicate`),
    'a bot in parts with a key': async (api) =>
      withKey(post(`/v1/bots/${await createDraft(api, largeBot(1))}/duplicate`)),
  },
  costs: {
    duplicate: {
      prepare: async (api) => post(`/v1/bots/${await createDraft(api, typicalBot())}/duplicate`),
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 12,
      assumed: { ms: 60, bytesSent: 9_800 },
    },
  },
  readBack: expectBot,
};
