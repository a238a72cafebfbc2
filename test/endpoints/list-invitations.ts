import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, get } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace, getInvitationsPath } from '#test/support/endpoints/workspaces.ts';
import { createInvitation } from '#test/support/invitation-client.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a workspace with one': async (api) => {
      await createInvitation(api);
      return await asAdmin(api, get(getInvitationsPath(api)));
    },
  },
  costs: {
    'list 10 invitations': {
      prepare: async (api) => {
        const workspace = await createOwnWorkspace(api);
        for (let n = 0; n < 10; n++) await createInvitation(api, {}, workspace);
        return { ...get(`/v1/workspaces/${workspace.id}/invitations`), token: workspace.token };
      },
      commands: ['BatchGetItemCommand', 'QueryCommand'],
      readUnits: 3,
      countsTokens: true,
      assumed: { ms: 25, bytesSent: 3_000 },
    },
  },
};
