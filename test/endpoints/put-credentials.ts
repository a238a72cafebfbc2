import { CREDENTIALS, putCredentialsRequest, storeCredentials } from '#test/support/endpoints/credentials.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, put } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'new ones': async (api) => await putCredentialsRequest(api),
    'others under the same id': async (api) =>
      await asAdmin(api, put(await storeCredentials(api), CREDENTIALS)),
  },
  costs: {
    'store credentials': {
      prepare: async (api) => {
        const { path, body } = await putCredentialsRequest(api);
        const { id, token } = await createOwnWorkspace(api);
        return { ...put(path.replace(api.workspaceId, id), body as object), token };
      },
      commands: ['QueryCommand', 'PutItemCommand', 'UpdateItemCommand'],
      readUnits: 1,
      writeUnits: 3,
      assumed: { ms: 250, bytesSent: 900 },
    },
  },
  async readBack(taken) {
    const stored = taken.received.credentials as Json;
    const { credentials } = await readBody<{ credentials: Json[] }>(
      taken,
      taken.path.replace(/\/[^/]*$/, ''),
    );
    expectSame(
      'credentials',
      credentials.find(({ id }) => id === stored.id),
      stored,
    );
  },
  looseSchema: { because: 'each kind has fields of its own, and ids are restricted' },
};
