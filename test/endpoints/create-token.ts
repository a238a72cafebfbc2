import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, post } from '#test/support/endpoints/requests.ts';
import { getTokensPath } from '#test/support/endpoints/workspaces.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a viewer': async (api) => await asAdmin(api, post(getTokensPath(api), { name: 'CI', role: 'viewer' })),
  },
  costs: {
    'create a token': {
      prepare: async (api) =>
        await asAdmin(api, post(getTokensPath(api), { name: 'Measured', role: 'viewer' })),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 5,
      countsTokens: true,
      assumed: { ms: 40, bytesSent: 750 },
    },
  },
  async readBack(taken) {
    const { token, ...created } = taken.received.token as Json;
    const { tokens } = await readBody<{ tokens: Json[] }>(taken, taken.path);
    const listed = tokens.find(({ id }) => id === created.id) ?? {};
    expectSame('token', listed, { ...created, revokedAt: null, lastUsedOn: null });
  },
  looseSchema: { because: 'the characters of a name are restricted by Unicode rules' },
};
