import { fileBot } from '#test/support/endpoints/bots.ts';
import { createChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { chat } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a file input': async (api) =>
      chat('/v3/generate-upload-url', {
        sessionId: (await createChat(api, fileBot())).sessionId,
        fileName: 'a.png',
      }),
  },
  costs: {
    'ask for a place to upload to': {
      prepare: async (api) =>
        chat('/v3/generate-upload-url', {
          sessionId: (await createChat(api, fileBot())).sessionId,
          fileName: 'a.png',
        }),
      // The updates count the upload for the session, then for the workspace.
      commands: ['GetItemCommand', 'GetItemCommand', 'UpdateItemCommand', 'UpdateItemCommand'],
      readUnits: 1.5,
      writeUnits: 2,
      assumed: { ms: 55, bytesSent: 1_700 },
    },
  },
  // No endpoint reads what was counted.
  async readBack() {},
  looseSchema: {
    because: 'the uploads that are allowed depend on the waiting block',
    routes: ['generate-upload-url', 'generate-upload-url-compatible-v1', 'generate-upload-url-compatible-v2'],
  },
};
