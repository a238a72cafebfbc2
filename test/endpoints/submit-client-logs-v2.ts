import { createChat, toLogs, toManyLogs } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { expectLogs } from '#test/support/fuzz/read-back.ts';
import { openSession } from '#test/support/open-session.ts';

export const fixture: EndpointFixture = {
  calls: { 'an entry': async (api) => toLogs((await createChat(api)).sessionId) },
  costs: {
    'submit 1 or 20 short log entries (v2)': {
      prepare: async (api) => toManyLogs((await openSession({ workspaceId: api.workspaceId })).id, 20, 2),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 4,
      assumed: { ms: 40, bytesSent: 550, writesMetric: true },
    },
    'submit one short log entry (v2)': {
      prepare: async (api) => toLogs((await createChat(api)).sessionId),
      commands: ['GetItemCommand', 'TransactWriteItemsCommand'],
      readUnits: 1,
      writeUnits: 4,
      isUnlisted: true,
    },
  },
  readBack: expectLogs,
};
