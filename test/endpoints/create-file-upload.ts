import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { post } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a picture': async ({ workspaceId }) =>
      post(`/v1/workspaces/${workspaceId}/files`, { fileName: 'logo.png', fileSize: 18_213 }),
  },
  costs: {
    "upload a bot's file": {
      prepare: async ({ workspaceId }) =>
        post(`/v1/workspaces/${workspaceId}/files`, { fileName: 'logo.png', fileSize: 18_213 }),
      // Counts the upload for the workspace. The entry of the audit trail is one of the units.
      commands: ['UpdateItemCommand'],
      writeUnits: 2,
      assumed: { ms: 50, bytesSent: 1_700 },
    },
  },
  // No endpoint reads what was counted, and nothing is stored before the form is posted.
  async readBack() {},
  looseSchema: { because: 'only some kinds of files are allowed, up to a size that the operator sets' },
};
