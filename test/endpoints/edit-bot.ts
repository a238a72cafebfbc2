import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { v5Document, v6Document } from '#test/fixtures/documents.ts';
import {
  createDraft,
  createPublishedBot,
  largeBot,
  toEdit,
  typicalBot,
} from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { expectSame, type Json, parseBot, pickFields, readBody } from '#test/support/fuzz/read-back.ts';

/** Applies to every document without a variable of this id. */
const addVariable = (): EditOperation[] => [{ op: 'addVariable', value: { id: 'var-added', name: 'Added' } }];

export const fixture: EndpointFixture = {
  calls: {
    'a variable': async (api) => toEdit(await createDraft(api), addVariable()),
    'a bot in parts': async (api) => toEdit(await createDraft(api, largeBot(1)), addVariable()),
    'a bot that shares its parts with a release': async (api) =>
      toEdit(await createPublishedBot(api, largeBot(1)), addVariable()),
    'a bot to migrate': async (api) =>
      toEdit(await createDraft(api, v5Document()), addVariable(), { migrate: true }),
    'a bot to migrate that is a release': async (api) =>
      toEdit(await createPublishedBot(api, v5Document('3')), addVariable(), { migrate: true }),
    'a bot that has the name already': {
      prepare: async (api) => {
        const { name } = v6Document();
        return toEdit(await createDraft(api), [{ op: 'changeBot', path: ['name'], was: 'x', value: name }]);
      },
      changesNothing: true,
    },
    nothing: { prepare: async (api) => toEdit(await createDraft(api), []), changesNothing: true },
    'nothing for good': {
      prepare: async (api) => toEdit(await createDraft(api), addVariable(), { dryRun: true }),
      changesNothing: true,
    },
  },
  costs: {
    edit: {
      prepare: async (api) => toEdit(await createDraft(api, typicalBot()), addVariable()),
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 12,
      assumed: { ms: 60, bytesSent: 300 },
    },
    'edit, migrating the draft': {
      prepare: async (api) =>
        toEdit(await createDraft(api, { ...typicalBot(), version: '5', events: null }), addVariable(), {
          migrate: true,
        }),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 3,
      writeUnits: 42,
      isUnlisted: true,
    },
    'edit that changes nothing': {
      prepare: async (api) => toEdit(await createDraft(api, typicalBot()), []),
      commands: ['GetItemCommand'],
      readUnits: 3,
      isUnlisted: true,
    },
  },
  async readBack(taken) {
    const edited = parseBot(taken);
    const { bot } = await readBody<{ bot: Json }>(taken, `/v1/bots/${String(edited.id)}`);
    const fields = taken.received.dryRun ? ['id', 'updatedAt'] : ['id', 'updatedAt', 'version'];
    expectSame('bot', pickFields(bot, fields), pickFields(edited, fields));
  },
  isIdempotent: true,
  looseSchema: { because: 'the draft decides which operations can apply' },
};
