import { patchBot, publishBot } from '#test/support/bot-client.ts';
import { createPublishedBot, typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: { 'of a bot': async (api) => get(`/v1/bots/${await createPublishedBot(api)}/releases`) },
  costs: {
    'list 50 releases': {
      prepare: async (api) => {
        const botId = await createPublishedBot(api, typicalBot());
        for (let n = 1; n < 50; n++) {
          await patchBot(api, botId, { theme: { general: { font: `Font ${n}` } } });
          await publishBot(api, botId);
        }
        return get(`/v1/bots/${botId}/releases`);
      },
      commands: ['GetItemCommand', 'QueryCommand'],
      readUnits: 4.5,
      assumed: { ms: 35, bytesSent: 1_200 },
    },
  },
};
