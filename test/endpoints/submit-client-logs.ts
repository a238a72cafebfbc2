import { createId } from '#lib/platform/store/create-id.ts';
import { createChat, toLogs, toManyLogs } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { expectLogs } from '#test/support/fuzz/read-back.ts';
import { openSession } from '#test/support/open-session.ts';

export const fixture: EndpointFixture = {
  calls: { 'an entry': async (api) => toLogs((await createChat(api)).sessionId, 1) },
  costs: {
    'submit 1 or 20 short log entries': {
      prepare: async (api) => toManyLogs((await openSession({ workspaceId: api.workspaceId })).id, 20),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 4,
      assumed: { ms: 40, bytesSent: 550, writesMetric: true },
    },
    'submit one short log entry': {
      prepare: async (api) => toLogs((await createChat(api)).sessionId, 1),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 4,
      isUnlisted: true,
    },
    'submit to an unknown session': {
      prepare: async () => toManyLogs(createId(), 1),
      commands: ['GetItemCommand'],
      readUnits: 1,
      status: 404,
      assumed: { ms: 25, bytesSent: 600 },
    },
  },
  readBack: expectLogs,
};
