import type { contracts } from '#lib/endpoints.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import { chatBot, contactBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { importBot, patchBot, publishBot } from './bot-client.ts';
import { archiveBot } from './bot-life.ts';
import { publishedBot, reply, startedChat } from './chat-client.ts';
import type { Api, ApiRequest } from './describe-api.ts';
import { createToken, createWorkspace } from './token-client.ts';
import { uniqueName } from './unique-name.ts';

type EndpointId = (typeof contracts)[number]['id'];

/** Creates what the request needs, new each time, and returns a request that succeeds. */
type Preparation = (api: Api) => Promise<ApiRequest>;

/** Calls that an endpoint answers with 200, keyed by what they do. */
export type EndpointCalls = Record<string, Preparation>;

/** Large enough to be stored in parts beside its item. */
const LARGE_BYTES = 400_000;
const large = (seed: number) => noiseBot(LARGE_BYTES, '6', seed);

const get = (path: string, query: ApiRequest['query'] = {}): ApiRequest => ({ method: 'GET', path, query });
const post = (path: string, body?: object): ApiRequest => ({ method: 'POST', path, ...(body && { body }) });
const chat = (path: string, body: object = {}): ApiRequest => ({ ...post(path, body), api: 'chat' });
const withKey = (request: ApiRequest): ApiRequest => ({
  ...request,
  headers: { 'Idempotency-Key': uniqueName('key') },
});

const newBot = async (api: Api, document: JsonObject = v6Document()) => (await importBot(api, document)).id;

async function newPublishedBot(api: Api, document: JsonObject = v6Document()): Promise<string> {
  const id = await newBot(api, document);
  await publishBot(api, id);
  return id;
}

/** A published bot whose draft has changed since. */
async function changedBot(api: Api, document: JsonObject = v6Document()): Promise<string> {
  const id = await newPublishedBot(api, document);
  await patchBot(api, id, { variables: [] });
  return id;
}

async function archivedBot(api: Api): Promise<string> {
  const id = await newPublishedBot(api);
  await archiveBot(api, id);
  return id;
}

const fileBot = () => chatBot([{ id: 'g', blocks: [{ id: 'file', type: 'file input', options: {} }] }]);

async function newChat(api: Api, document: JsonObject = contactBot()) {
  const { id, publicId } = await publishedBot(api, document);
  const { sessionId, resultId = '' } = await startedChat(api, publicId);
  return { botId: id, publicId, sessionId, resultId };
}

/** A chat with an answer and an entry in its log. */
async function answeredChat(api: Api) {
  const started = await newChat(api);
  await reply(api, started.sessionId, 'Ada');
  await api.request(logs(started.sessionId));
  return started;
}

const logs = (sessionId: string, version = 2) =>
  chat(`/v${version}/sessions/${sessionId}/clientLogs`, { clientLogs: [{ description: 'Slow' }] });

async function asAdmin(api: Api, request: ApiRequest): Promise<ApiRequest> {
  return { ...request, token: await api.tokenFor('admin') };
}

const toTokensQuery = (workspaceId: string) => `/v1/workspaces/${workspaceId}/tokens`;

const toImport = (api: Api, bot: JsonObject, fields: object = {}) =>
  post('/v1/bots/import', { workspaceId: api.workspaceId, bot, ...fields });

const patch = (botId: string, bot: object): ApiRequest => ({
  method: 'PATCH',
  path: `/v1/bots/${botId}`,
  body: { bot },
});

/** The calls of every endpoint. A new endpoint does not compile without one. */
export const ENDPOINT_CALLS: Record<EndpointId, EndpointCalls> = {
  'import-bot': {
    'a new bot': async (api) => toImport(api, v6Document()),
    'a new bot in parts': async (api) => toImport(api, large(1)),
    'a new bot with a key': async (api) => withKey(toImport(api, v6Document())),
    'a new bot in parts with a key': async (api) => withKey(toImport(api, large(1))),
    'over a bot': async (api) =>
      toImport(api, contactBot(), { mode: 'replace', botId: await newPublishedBot(api) }),
    'over a changed bot in parts': async (api) =>
      toImport(api, large(2), { mode: 'replace', botId: await changedBot(api, large(1)) }),
  },
  'check-bot': { 'a bot': async () => post('/v1/bots/check', { bot: v6Document() }) },
  'get-bot': {
    'a bot': async (api) => get(`/v1/bots/${await newBot(api)}`),
    'a bot in parts': async (api) => get(`/v1/bots/${await newBot(api, large(1))}`),
  },
  'get-bot-graph': { 'a bot': async (api) => get(`/v1/bots/${await newBot(api)}/graph.svg`) },
  'update-bot': {
    'another name': async (api) => patch(await newBot(api), { name: 'Renamed' }),
    'another publicId': async (api) =>
      patch(await newPublishedBot(api), {
        publicId: uniqueName('moved'),
        customDomain: `${uniqueName('d')}.io`,
      }),
    'other parts': async (api) => patch(await newBot(api, large(1)), { groups: large(2).groups }),
    'other parts than a release': async (api) =>
      patch(await newPublishedBot(api, large(1)), { groups: large(2).groups }),
  },
  'publish-bot': {
    'for the first time': async (api) => post(`/v1/bots/${await newBot(api)}/publish`),
    'for the first time with a key': async (api) => withKey(post(`/v1/bots/${await newBot(api)}/publish`)),
    'a changed bot': async (api) => post(`/v1/bots/${await changedBot(api)}/publish`),
    'a bot in parts': async (api) => post(`/v1/bots/${await newBot(api, large(1))}/publish`),
  },
  'unpublish-bot': { 'a bot': async (api) => post(`/v1/bots/${await newPublishedBot(api)}/unpublish`) },
  'get-published-bot': {
    'a bot': async (api) => get(`/v1/bots/${await newPublishedBot(api)}/publishedBot`),
    'a bot in parts': async (api) => get(`/v1/bots/${await newPublishedBot(api, large(1))}/publishedBot`),
  },
  'list-bots': { 'a page': async (api) => get('/v1/bots', { workspaceId: api.workspaceId }) },
  'create-bot': {
    'an empty bot': async (api) => post('/v1/bots', { workspaceId: api.workspaceId, bot: {} }),
    'with a publicId': async (api) =>
      post('/v1/bots', { workspaceId: api.workspaceId, bot: { publicId: uniqueName('new') } }),
    'with a key': async (api) => withKey(post('/v1/bots', { workspaceId: api.workspaceId, bot: {} })),
  },
  'delete-bot': {
    'a published bot': async (api) => ({
      method: 'DELETE',
      path: `/v1/bots/${await newPublishedBot(api)}`,
    }),
  },
  'restore-bot': { 'a bot': async (api) => post(`/v1/bots/${await archivedBot(api)}/restore`) },
  'duplicate-bot': {
    'a bot': async (api) => post(`/v1/bots/${await newPublishedBot(api)}/duplicate`),
    'a bot in parts with a key': async (api) =>
      withKey(post(`/v1/bots/${await newBot(api, large(1))}/duplicate`)),
  },
  'end-chats': { 'of a bot': async (api) => post(`/v1/bots/${(await newChat(api)).botId}/endChats`) },
  'list-releases': { 'of a bot': async (api) => get(`/v1/bots/${await newPublishedBot(api)}/releases`) },
  'get-release': { 'of a bot': async (api) => get(`/v1/bots/${await newPublishedBot(api)}/releases/1`) },
  'restore-release': {
    'over a changed draft': async (api) => post(`/v1/bots/${await changedBot(api)}/releases/1/restore`),
    'over a changed draft in parts': async (api) =>
      post(`/v1/bots/${await changedBot(api, large(1))}/releases/1/restore`),
  },
  'diff-bot': {
    'release and draft': async (api) =>
      get(`/v1/bots/${await changedBot(api)}/diff`, { from: '1', to: 'draft' }),
  },
  'list-results': {
    'of a bot': async (api) => get(`/v1/bots/${(await answeredChat(api)).botId}/results`),
  },
  'export-results': {
    'of a bot': async (api) =>
      get(`/v1/bots/${(await answeredChat(api)).botId}/results/export`, { format: 'csv' }),
  },
  'get-result': { 'a result': async (api) => get(await resultPath(api)) },
  'get-result-transcript': { 'a result': async (api) => get(`${await resultPath(api)}/transcript`) },
  'delete-result': {
    'with answers and logs': async (api) => ({ method: 'DELETE', path: await resultPath(api) }),
  },
  'delete-results': {
    'a named one': async (api) => {
      const { botId, resultId } = await answeredChat(api);
      return { method: 'DELETE', path: `/v1/bots/${botId}/results`, body: { resultIds: [resultId] } };
    },
    all: async (api) => {
      const { botId, publicId } = await answeredChat(api);
      await startedChat(api, publicId);
      return { method: 'DELETE', path: `/v1/bots/${botId}/results`, body: { all: true } };
    },
  },
  'get-stats': {
    'of a bot': async (api) =>
      get(`/v1/bots/${(await answeredChat(api)).botId}/analytics/stats`, { timeFilter: 'last30Days' }),
  },
  'list-result-logs': { 'of a result': async (api) => get(`${await resultPath(api)}/logs`) },
  'start-chat': {
    'a new result': async (api) =>
      chat(`/v1/bots/${(await publishedBot(api, contactBot())).publicId}/startChat`),
    'going on with a result': async (api) => {
      const remembering = contactBot({
        settings: { general: { rememberUser: { isEnabled: true } } },
      });
      const { publicId, sessionId, resultId } = await newChat(api, remembering);
      await reply(api, sessionId, 'Ada');
      return chat(`/v1/bots/${publicId}/startChat`, { resultId });
    },
  },
  'continue-chat': {
    'a first answer': async (api) =>
      chat(`/v1/sessions/${(await newChat(api)).sessionId}/continueChat`, {
        message: { type: 'text', text: 'Ada' },
      }),
    'a last answer': async (api) =>
      chat(`/v1/sessions/${(await answeredChat(api)).sessionId}/continueChat`, {
        message: { type: 'text', text: 'ada@example.com' },
      }),
  },
  'start-preview-chat': {
    'of a draft': async (api) => chat(`/v1/bots/${await newBot(api, contactBot())}/preview/startChat`),
  },
  'update-session-bot': {
    'of a published bot': async (api) => chat(`/v1/sessions/${(await newChat(api)).sessionId}/updateBot`),
  },
  'generate-upload-url': {
    'of a file input': async (api) =>
      chat('/v3/generate-upload-url', {
        sessionId: (await newChat(api, fileBot())).sessionId,
        fileName: 'a.png',
      }),
  },
  'submit-client-logs': { 'an entry': async (api) => logs((await newChat(api)).sessionId, 1) },
  'submit-client-logs-v2': { 'an entry': async (api) => logs((await newChat(api)).sessionId) },
  'get-me': { 'the token that asks': async () => get('/v1/me') },
  'list-workspaces': { 'of a token': async () => get('/v1/workspaces') },
  'create-workspace': {
    'with its first token': async (api) => await asAdmin(api, post('/v1/workspaces', { name: 'Bakery' })),
  },
  'rename-workspace': {
    'of the token': async (api) => {
      const { workspace, token } = await createWorkspace(api);
      const path = `/v1/workspaces/${workspace.id}`;
      // So that the gateway already knows the token, and the call itself does not look it up.
      await api.request({ ...get('/v1/me'), token: token.token });
      return { method: 'PATCH', path, body: { name: 'Renamed' }, token: token.token };
    },
  },
  'list-tokens': { 'a page': async (api) => await asAdmin(api, get(toTokensQuery(api.workspaceId))) },
  'create-token': {
    'a viewer': async (api) =>
      await asAdmin(api, post(toTokensQuery(api.workspaceId), { name: 'CI', role: 'viewer' })),
  },
  'revoke-token': {
    'a token': async (api) => {
      const { id } = await createToken(api);
      return await asAdmin(api, { method: 'DELETE', path: `${toTokensQuery(api.workspaceId)}/${id}` });
    },
  },
};

async function resultPath(api: Api): Promise<string> {
  const { botId, resultId } = await answeredChat(api);
  return `/v1/bots/${botId}/results/${resultId}`;
}
