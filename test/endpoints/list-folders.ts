import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { createFolder, createOnlyFolder } from '#test/support/endpoints/folders.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a workspace': async (api) => {
      await createFolder(api);
      return get('/v1/folders', { workspaceId: api.workspaceId });
    },
  },
  costs: {
    'list folders': {
      prepare: async (api) => {
        const { workspaceId, token } = await createOnlyFolder(api);
        return { ...get('/v1/folders', { workspaceId, all: 'true' }), token };
      },
      commands: ['GetItemCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 2_500 },
    },
  },
};
