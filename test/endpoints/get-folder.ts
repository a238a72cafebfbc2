import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { createFolder, createOnlyFolder } from '#test/support/endpoints/folders.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a folder': async (api) =>
      get(`/v1/folders/${(await createFolder(api)).id}`, { workspaceId: api.workspaceId }),
  },
  costs: {
    'get a folder': {
      prepare: async (api) => {
        const { id, workspaceId, token } = await createOnlyFolder(api);
        return { ...get(`/v1/folders/${id}`, { workspaceId }), token };
      },
      commands: ['GetItemCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 700 },
    },
  },
};
