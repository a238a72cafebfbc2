import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, patch } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { expectSame, type Json, pickFields, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of the token': async (api) => {
      const { id, token } = await createOwnWorkspace(api);
      return { ...patch(`/v1/workspaces/${id}`, { name: 'Renamed' }), token };
    },
  },
  costs: {
    'rename a workspace': {
      prepare: async (api) =>
        await asAdmin(api, patch(`/v1/workspaces/${api.workspaceId}`, { name: 'Renamed' })),
      commands: ['UpdateItemCommand'],
      writeUnits: 3,
      countsTokens: true,
      assumed: { ms: 30, bytesSent: 600 },
    },
  },
  async readBack(taken) {
    const { workspaces } = await readBody<{ workspaces: Json[] }>(taken, '/v1/workspaces');
    const renamed = taken.received.workspace as Json;
    const listed = workspaces.find(({ id }) => id === renamed.id) ?? {};
    expectSame('workspace', pickFields(listed, Object.keys(renamed)), renamed);
    expectSame('name', renamed.name, (taken.sent as { name: string }).name.trim());
  },
  isIdempotent: true,
  looseSchema: { because: 'the characters of a name are restricted by Unicode rules' },
};
