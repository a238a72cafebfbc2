import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, post } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace, getInvitationsPath } from '#test/support/endpoints/workspaces.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a viewer': async (api) =>
      await asAdmin(api, post(getInvitationsPath(api), { name: 'Ada', role: 'viewer' })),
  },
  costs: {
    'invite a person': {
      prepare: async (api) => {
        const { id, token } = await createOwnWorkspace(api);
        return { ...post(`/v1/workspaces/${id}/invitations`, { name: 'Measured', role: 'viewer' }), token };
      },
      commands: ['GetItemCommand', 'QueryCommand', 'TransactWriteItemsCommand'],
      readUnits: 2,
      writeUnits: 8,
      countsTokens: true,
      assumed: { ms: 40, bytesSent: 1_000 },
    },
  },
  async readBack(taken) {
    const created = taken.received.invitation as Json;
    const { invitations } = await readBody<{ invitations: Json[] }>(taken, taken.path);
    expectSame('invitation', invitations.find(({ id }) => id === created.id) ?? {}, created);
  },
  looseSchema: { because: 'the characters of a name are restricted by Unicode rules' },
};
