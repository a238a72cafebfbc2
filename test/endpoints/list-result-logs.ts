import { toManyLogs } from '#test/support/endpoints/chats.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';
import { createBotWithResults, createResultPath } from '#test/support/endpoints/results.ts';
import { openSession } from '#test/support/open-session.ts';

export const fixture: EndpointFixture = {
  calls: { 'of a result': async (api) => get(`${await createResultPath(api)}/logs`) },
  costs: {
    'list 20 short log entries': {
      prepare: async (api) => {
        const { botId, resultId } = await createBotWithResults(api, 1);
        const session = await openSession({ workspaceId: api.workspaceId, botId, resultId });
        await api.request(toManyLogs(session.id, 20));
        return get(`/v1/bots/${botId}/results/${resultId}/logs`);
      },
      commands: ['GetItemCommand', 'QueryCommand'],
      readUnits: 2,
      assumed: { ms: 25, bytesSent: 850 },
    },
  },
};
