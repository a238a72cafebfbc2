import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { patchBot } from '#test/support/bot-client.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import { typicalBot } from '#test/support/endpoints/bots.ts';
import { registerDomain } from '#test/support/endpoints/domains.ts';
import type { EndpointFixture } from '#test/support/endpoints/fixture.ts';
import { get } from '#test/support/endpoints/requests.ts';
import { seenAt } from '#test/support/site-host.ts';

/** Publishes a bot at a custom domain, and asks for its page. */
async function createPageRequest(api: Api, document: JsonObject): Promise<ApiRequest> {
  const { id } = await publishedBot(api, document);
  const host = await registerDomain(api);
  await patchBot(api, id, { customDomain: `${host}/guide/` });
  return { ...get('/guide'), api: 'chat', headers: seenAt(api, host) };
}

export const fixture: EndpointFixture = {
  calls: {
    'a published bot': async (api) => ({
      ...get(`/${(await publishedBot(api, v6Document())).publicId}`),
      api: 'chat',
    }),
    'a bot at a custom domain': async (api) => await createPageRequest(api, v6Document()),
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
    "get a bot's page at a custom domain": {
      prepare: async (api) => {
        const request = await createPageRequest(api, typicalBot());
        await api.request(request);
        return request;
      },
      commands: ['BatchGetItemCommand', 'GetItemCommand'],
      readUnits: 3,
      assumed: { ms: 30, bytesSent: 1_600 },
    },
  },
};
