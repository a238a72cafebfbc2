import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { createFolder, createFolderRequest } from '#test/support/endpoints/folders.ts';
import { withKey } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { expectSame, type Json, readBody } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'at the top': async (api) => createFolderRequest(api),
    'in another folder': async (api) =>
      createFolderRequest(api, { parentFolderId: (await createFolder(api)).id }),
    'with a key': async (api) => withKey(createFolderRequest(api)),
  },
  costs: {
    'create a folder': {
      prepare: async (api) => {
        const { id, token } = await createOwnWorkspace(api);
        return { ...createFolderRequest(api, { workspaceId: id }), token };
      },
      commands: ['GetItemCommand', 'PutItemCommand'],
      readUnits: 1,
      writeUnits: 2,
      assumed: { ms: 40, bytesSent: 700 },
    },
  },
  async readBack(taken) {
    const { id, workspaceId } = taken.received.folder as Json;
    const { folder } = await readBody<{ folder: Json }>(
      taken,
      `/v1/folders/${id}?workspaceId=${workspaceId}`,
    );
    expectSame('folder', folder, taken.received.folder);
  },
  looseSchema: { because: 'the characters of a name are restricted, and the parent has to exist' },
};
