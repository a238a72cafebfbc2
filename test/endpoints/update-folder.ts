import type { Api } from '#test/support/describe-api.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { createFolder, createOnlyFolder } from '#test/support/endpoints/folders.ts';
import { patch } from '#test/support/endpoints/requests.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

const update = async (api: Api, folder: object) =>
  patch(`/v1/folders/${(await createFolder(api)).id}`, { workspaceId: api.workspaceId, folder });

export const fixture: EndpointFixture = {
  calls: {
    'its name': async (api) => await update(api, { name: 'Renamed' }),
    'its parent': async (api) => await update(api, { parentFolderId: (await createFolder(api)).id }),
  },
  costs: {
    'rename or move a folder': {
      prepare: async (api) => {
        const { id, workspaceId, token } = await createOnlyFolder(api);
        return { ...patch(`/v1/folders/${id}`, { workspaceId, folder: { name: 'Renamed' } }), token };
      },
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 1,
      writeUnits: 2,
      assumed: { ms: 40, bytesSent: 700 },
    },
  },
  async readBack(taken) {
    const { workspaceId } = taken.received.folder as Json;
    const { folder } = await readBody<{ folder: Json }>(taken, `${taken.path}?workspaceId=${workspaceId}`);
    expectSame('folder', folder, taken.received.folder);
  },
  isIdempotent: true,
  looseSchema: { because: 'the characters of a name are restricted, and the parent has to exist' },
};
