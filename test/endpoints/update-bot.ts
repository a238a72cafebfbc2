import {
  createDraft,
  createPublishedBot,
  largeBot,
  toPatch,
  typicalBot,
} from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { expectBot, expectKept } from '#test/support/fuzz/read-back.ts';
import { uniqueName } from '#test/support/unique-name.ts';

export const fixture: EndpointFixture = {
  calls: {
    'another name': async (api) => toPatch(await createDraft(api), { name: 'Renamed' }),
    'another publicId': async (api) =>
      toPatch(await createPublishedBot(api), {
        publicId: uniqueName('moved'),
        customDomain: `${uniqueName('d')}.io`,
      }),
    'other parts': async (api) =>
      toPatch(await createDraft(api, largeBot(1)), { groups: largeBot(2).groups }),
    'other parts than a release': async (api) =>
      toPatch(await createPublishedBot(api, largeBot(1)), { groups: largeBot(2).groups }),
  },
  costs: {
    update: {
      prepare: async (api) => toPatch(await createDraft(api, typicalBot()), { name: 'Renamed' }),
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 12,
      assumed: { ms: 60, bytesSent: 9_800 },
    },
    'update with a new public id': {
      prepare: async (api) =>
        toPatch(await createDraft(api, typicalBot()), { publicId: uniqueName('moved') }),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 3,
      writeUnits: 25,
    },
  },
  async readBack(taken) {
    await expectBot(taken);
    expectKept(taken);
  },
  looseSchema: {
    because: 'the target versions that are allowed depend on the current one',
    routes: ['update-bot', 'update-bot-compatible'],
  },
};
