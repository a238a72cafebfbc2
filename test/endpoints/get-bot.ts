import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { createDraft, largeBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a bot': async (api) => get(`/v1/bots/${await createDraft(api)}`),
    'a bot in parts': async (api) => get(`/v1/bots/${await createDraft(api, largeBot(1))}`),
  },
  costs: {
    get: {
      prepare: async (api) => get(`/v1/bots/${await createDraft(api, typicalBot())}`),
      commands: ['GetItemCommand'],
      readUnits: 3,
      assumed: { ms: 25, bytesSent: 9_800 },
    },
    'get a bot in parts that the caller has': {
      prepare: async (api) => ({
        ...get(`/v1/bots/${await createDraft(api, noiseBot(700_000, '6', 1))}`),
        headers: { 'If-None-Match': '*' },
      }),
      commands: ['GetItemCommand'],
      readUnits: 1,
      status: 304,
      isUnlisted: true,
    },
  },
};
