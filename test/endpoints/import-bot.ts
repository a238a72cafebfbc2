import { contactBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import {
  createChangedBot,
  createDraft,
  createPublishedBot,
  largeBot,
  linkingBot,
  toImport,
  typicalBot,
} from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { withKey } from '#test/support/endpoints/requests.ts';
import {
  expectAbsent,
  expectBot,
  expectKept,
  expectPublicId,
  isCreation,
  parseBot,
} from '#test/support/fuzz/read-back.ts';
import { uniqueName } from '#test/support/unique-name.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a new bot': async (api) => toImport(api, v6Document()),
    'a new bot with a link': async (api) => toImport(api, linkingBot()),
    'a new bot in parts': async (api) => toImport(api, largeBot(1)),
    'a new bot that keeps its publicId': async (api) =>
      toImport(api, { ...v6Document(), publicId: uniqueName('kept') }, { keepPublicId: true }),
    'a new bot from elsewhere with a key': async (api) =>
      withKey(toImport(api, v6Document(), { source: { id: 'source', revision: '1' } })),
    'a new bot with a key': async (api) => withKey(toImport(api, v6Document())),
    'a new bot in parts with a key': async (api) => withKey(toImport(api, largeBot(1))),
    'over a bot': async (api) =>
      toImport(api, contactBot(), { mode: 'replace', botId: await createPublishedBot(api) }),
    'over a bot that stays the same but for its source': async (api) => {
      const botId = await createDraft(api);
      return toImport(api, v6Document(), { mode: 'replace', botId, source: { id: 'source' } });
    },
    'over a changed bot in parts': async (api) =>
      toImport(api, largeBot(2), { mode: 'replace', botId: await createChangedBot(api, largeBot(1)) }),
  },
  costs: {
    import: {
      prepare: async (api) => toImport(api, typicalBot()),
      commands: ['PutItemCommand'],
      writeUnits: 12,
      assumed: { ms: 60, bytesSent: 9_800, writesMetric: true },
    },
    'import, keeping the public id': {
      prepare: async (api) =>
        toImport(
          api,
          { ...typicalBot(), publicId: uniqueName('kept') },
          { keepPublicId: true, source: { id: 'source', revision: 'revision' } },
        ),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 23,
      assumed: { ms: 75, bytesSent: 9_800, writesMetric: true },
    },
    'import a bot with a link': {
      prepare: async (api) => toImport(api, linkingBot(await createDraft(api, typicalBot()))),
      commands: ['BatchGetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 3,
      isUnlisted: true,
    },
    'import with an Idempotency-Key': {
      prepare: async (api) => withKey(toImport(api, typicalBot())),
      commands: ['PutItemCommand', 'PutItemCommand', 'UpdateItemCommand'],
      writeUnits: 22,
      assumed: { ms: 75, bytesSent: 9_900, writesMetric: true },
    },
    'import over a bot, keeping the draft': {
      prepare: async (api) =>
        toImport(api, typicalBot(2), { mode: 'replace', botId: await createDraft(api, typicalBot()) }),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 3,
      writeUnits: 42,
      assumed: { ms: 75, bytesSent: 9_800, writesMetric: true },
    },
    'import over a bot whose draft is a release already': {
      prepare: async (api) =>
        toImport(api, typicalBot(2), { mode: 'replace', botId: await createPublishedBot(api, typicalBot()) }),
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 12,
    },
    'import over a bot the same document': {
      prepare: async (api) =>
        toImport(api, typicalBot(), { mode: 'replace', botId: await createDraft(api, typicalBot()) }),
      commands: ['GetItemCommand'],
      readUnits: 3,
      isUnlisted: true,
    },
    'import over a bot the same document, from another source': {
      prepare: async (api) => {
        const botId = await createDraft(api, typicalBot());
        return toImport(api, typicalBot(), { mode: 'replace', botId, source: { id: 'source' } });
      },
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 12,
    },
  },
  async readBack(taken) {
    if (taken.received.dryRun)
      return expectAbsent(taken, `/v1/bots/${parseBot(taken).id}`, isCreation(taken));
    await expectBot(taken);
    expectKept(taken);
    expectPublicId(taken);
  },
  looseSchema: {
    because: 'exports from before June 2022 are checked after conversion',
    routes: ['import-bot', 'import-bot-compatible'],
  },
};
