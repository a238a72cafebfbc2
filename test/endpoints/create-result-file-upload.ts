import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { asAdmin, post } from '#test/support/endpoints/requests.ts';
import { createBotWithResults, createResultPath } from '#test/support/endpoints/results.ts';

const PHOTO = {
  fileName: 'photo.jpeg',
  fileType: 'image/jpeg',
  fileSize: 148_213,
  sourceUrl: 'https://old.example/public/results/photo.jpeg',
};

export const fixture: EndpointFixture = {
  calls: {
    'of a photo': async (api) => await asAdmin(api, post(`${await createResultPath(api)}/files`, PHOTO)),
  },
  costs: {
    "upload a result's file": {
      prepare: async (api) => {
        const { botId, resultId } = await createBotWithResults(api, 1);
        return await asAdmin(api, post(`/v1/bots/${botId}/results/${resultId}/files`, PHOTO));
      },
      // The result, and the upload that is counted. The entry of the audit trail is one of the units.
      commands: ['GetItemCommand', 'UpdateItemCommand'],
      readUnits: 1,
      writeUnits: 2,
      assumed: { ms: 50, bytesSent: 1_700 },
    },
  },
  // No endpoint reads what was counted, and nothing is stored before the form is posted.
  async readBack() {},
  looseSchema: { because: 'a file may only be as large as the operator allows' },
};
