import type { Api } from '#test/support/describe-api.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { createFolder, createOnlyFolder } from '#test/support/endpoints/folders.ts';
import { remove } from '#test/support/endpoints/requests.ts';
import { expectAbsent, type Json } from '#test/support/fuzz/read-back.ts';

const deletion = (api: Api, folderId: string) =>
  remove(`/v1/folders/${folderId}`, { workspaceId: api.workspaceId });

export const fixture: EndpointFixture = {
  calls: {
    'an empty one': {
      prepare: async (api) => deletion(api, (await createFolder(api)).id),
      retryStatus: 404,
    },
  },
  costs: {
    'delete a folder': {
      prepare: async (api) => {
        const { id, workspaceId, token } = await createOnlyFolder(api);
        return { ...remove(`/v1/folders/${id}`, { workspaceId }), token };
      },
      commands: ['GetItemCommand', 'QueryCommand', 'QueryCommand', 'GetItemCommand', 'PutItemCommand'],
      readUnits: 3,
      writeUnits: 2,
      assumed: { ms: 90, bytesSent: 700 },
    },
  },
  async readBack(taken) {
    const { workspaceId } = taken.received.folder as Json;
    await expectAbsent(taken, `${taken.path}?workspaceId=${workspaceId}`);
  },
};
