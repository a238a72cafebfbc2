import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { getJobsPath, startJobPath, storeJobPath } from '#test/support/endpoints/jobs.ts';
import { get } from '#test/support/endpoints/requests.ts';
import { forgetJobs } from '#test/support/stored-jobs.ts';

export const fixture: EndpointFixture = {
  calls: {
    'of a workspace': async (api) => {
      await startJobPath(api);
      return get(getJobsPath(api));
    },
  },
  costs: {
    'list a page with a job': {
      prepare: async (api) => {
        await forgetJobs(api.workspaceId);
        await storeJobPath(api);
        return get(getJobsPath(api));
      },
      commands: ['QueryCommand', 'BatchGetItemCommand'],
      readUnits: 1.5,
      assumed: { ms: 35, bytesSent: 800 },
    },
  },
};
