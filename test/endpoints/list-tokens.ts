import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, get, post } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace, getTokensPath } from '#test/support/endpoints/workspaces.ts';

export const fixture: EndpointFixture = {
  calls: { 'a page': async (api) => await asAdmin(api, get(getTokensPath(api))) },
  costs: {
    'list 10 tokens': {
      prepare: async (api) => {
        const { id, token } = await createOwnWorkspace(api);
        const path = `/v1/workspaces/${id}/tokens`;
        for (let n = 1; n < 10; n++)
          await api.request({ ...post(path, { name: 'CI', role: 'viewer' }), token });
        return { ...get(path), token };
      },
      commands: ['QueryCommand'],
      readUnits: 0.5,
      countsTokens: true,
      assumed: { ms: 25, bytesSent: 1_000 },
    },
  },
};
