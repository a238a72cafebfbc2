import { patchBot } from '#test/support/bot-client.ts';
import {
  createChangedBot,
  createDraft,
  createPublishedBot,
  largeBot,
  typicalBot,
} from '#test/support/endpoints/bots.ts';
import { registerDomain } from '#test/support/endpoints/domains.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post, withKey } from '#test/support/endpoints/requests.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'for the first time': async (api) => post(`/v1/bots/${await createDraft(api)}/publish`),
    'for the first time with a key': async (api) =>
      withKey(post(`/v1/bots/${await createDraft(api)}/publish`)),
    'a bot with a custom domain': async (api) => {
      const botId = await createDraft(api);
      await patchBot(api, botId, { customDomain: await registerDomain(api) });
      return post(`/v1/bots/${botId}/publish`);
    },
    'a changed bot': async (api) => post(`/v1/bots/${await createChangedBot(api)}/publish`),
    'a bot in parts': async (api) => post(`/v1/bots/${await createDraft(api, largeBot(1))}/publish`),
  },
  costs: {
    'publish a changed draft': {
      prepare: async (api) => post(`/v1/bots/${await createChangedBot(api, typicalBot())}/publish`),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 3,
      writeUnits: 62,
      assumed: { ms: 60, bytesSent: 600, writesMetric: true },
    },
    'publish an unchanged one': {
      prepare: async (api) => post(`/v1/bots/${await createPublishedBot(api, typicalBot())}/publish`),
      commands: ['GetItemCommand'],
      readUnits: 3,
      assumed: { ms: 25, bytesSent: 600, writesMetric: true },
    },
  },
  async readBack(taken) {
    if (taken.received.dryRun) return;
    const botPath = taken.path.replace(/\/publish$/, '');
    const { publishedBot } = await readBody<{ publishedBot: Json }>(taken, `${botPath}/publishedBot`);
    expectSame('updatedAt', publishedBot?.updatedAt, taken.received.publishedAt);
    const releasePath = `${botPath}/releases/${taken.received.release}`;
    const { release } = await readBody<{ release: Json }>(taken, releasePath);
    expectSame('groups', publishedBot?.groups, release.groups);
  },
  isIdempotent: true,
};
