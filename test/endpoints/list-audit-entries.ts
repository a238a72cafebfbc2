import { createDraft } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, get, repeatInBatches } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a page': async (api) => await asAdmin(api, get(`/v1/workspaces/${api.workspaceId}/audit`)),
    'of a bot': async (api) =>
      await asAdmin(api, get(`/v1/workspaces/${api.workspaceId}/audit`, { botId: await createDraft(api) })),
  },
  costs: {
    'list 50 audit entries': {
      prepare: async (api) => {
        await repeatInBatches(50, () => createDraft(api));
        return await asAdmin(api, get(`/v1/workspaces/${api.workspaceId}/audit`));
      },
      commands: ['QueryCommand'],
      readUnits: 4,
      countsTokens: true,
      assumed: { ms: 30, bytesSent: 2_000 },
    },
  },
};
