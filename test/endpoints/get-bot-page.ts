import { v6Document } from '#test/fixtures/documents.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import type { ApiRequest } from '#test/support/describe-api.ts';
import { typicalBot } from '#test/support/endpoints/bots.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';

export const fixture: EndpointFixture = {
  calls: {
    'a published bot': async (api) => ({
      ...get(`/${(await publishedBot(api, v6Document())).publicId}`),
      api: 'chat',
    }),
  },
  costs: {
    "get a bot's page": {
      prepare: async (api) => {
        const { publicId } = await publishedBot(api, typicalBot());
        const request: ApiRequest = { ...get(`/${publicId}`), api: 'chat' };
        // Afterwards, the instance has the release.
        await api.request(request);
        return request;
      },
      commands: ['GetItemCommand'],
      readUnits: 1,
      assumed: { ms: 25, bytesSent: 1_600 },
    },
  },
};
