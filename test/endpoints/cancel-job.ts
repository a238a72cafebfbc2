import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { startJobPath, storeJobPath } from '#test/support/endpoints/jobs.ts';
import { post } from '#test/support/endpoints/requests.ts';
import { expectJob } from '#test/support/fuzz/read-back.ts';

export const fixture: EndpointFixture = {
  calls: {
    'one that is over': {
      prepare: async (api) => post(`${await startJobPath(api)}/cancel`),
      changesNothing: true,
    },
    'one that waits': async (api) => post(`${await storeJobPath(api)}/cancel`),
    'one that runs': async (api) => post(`${await storeJobPath(api, { state: 'running' })}/cancel`),
  },
  costs: {
    'cancel a job': {
      prepare: async (api) => post(`${await storeJobPath(api)}/cancel`),
      commands: ['GetItemCommand', 'UpdateItemCommand'],
      readUnits: 1,
      writeUnits: 3,
      assumed: { ms: 35, bytesSent: 800 },
    },
  },
  readBack: expectJob,
  isIdempotent: true,
};
