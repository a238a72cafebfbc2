import { createDraft, typicalBot } from '#test/support/endpoints/bots.ts';
import { createAnsweredChat } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { toDeletion, toExport } from '#test/support/endpoints/jobs.ts';
import { post, withKey } from '#test/support/endpoints/requests.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { expectJob } from '#test/support/fuzz/read-back.ts';
import { forgetJobs } from '#test/support/stored-jobs.ts';

export const fixture: EndpointFixture = {
  calls: {
    'deletion of results': async (api) => toDeletion(api, (await createAnsweredChat(api)).botId),
    'deletion of results with a key': async (api) =>
      withKey(toDeletion(api, (await createAnsweredChat(api)).botId)),
    'erasure of a workspace': async (api) => {
      const { id, token } = await createOwnWorkspace(api);
      return { ...post(`/v1/workspaces/${id}/jobs`, { kind: 'eraseWorkspace', confirm: id }), token };
    },
    'export of results': async (api) => toExport(api, (await createAnsweredChat(api)).botId),
  },
  costs: {
    'start a job': {
      prepare: async (api) => {
        const botId = await createDraft(api, typicalBot());
        await forgetJobs(api.workspaceId);
        return toDeletion(api, botId);
      },
      commands: ['GetItemCommand', 'QueryCommand', 'PutItemCommand'],
      readUnits: 3.5,
      writeUnits: 3,
      assumed: { ms: 60, bytesSent: 800 },
    },
  },
  readBack: expectJob,
  looseSchema: {
    because: 'an erasure is confirmed with the id of its workspace, and few jobs may be unfinished',
  },
};
