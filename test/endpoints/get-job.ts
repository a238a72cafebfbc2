import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { startJobPath, storeJobPath, toExport } from '#test/support/endpoints/jobs.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a job': async (api) => get(await startJobPath(api)),
    'an export': async (api) => get(await startJobPath(api, toExport)),
  },
  costs: {
    'get a job': {
      prepare: async (api) => get(await storeJobPath(api)),
      commands: ['GetItemCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 800 },
    },
  },
};
