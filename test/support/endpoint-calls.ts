import type { contracts } from '#functions/endpoints.ts';
import { createJob, saveJob } from '#lib/jobs/job-store.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, contactBot } from '#test/fixtures/chat-bots.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { noiseBot } from '#test/fixtures/generated-bot.ts';
import { importBot, patchBot, publishBot } from './bot-client.ts';
import { archiveBot } from './bot-life.ts';
import { type ChatTurn, publishedBot, reply, startedChat } from './chat-client.ts';
import type { Api, ApiRequest } from './describe-api.ts';
import { waitingJob } from './stored-jobs.ts';
import { createToken, createWorkspace, getMe } from './token-client.ts';
import { uniqueName } from './unique-name.ts';

type EndpointId = (typeof contracts)[number]['id'];

/** Creates fresh data for a request and returns a request that succeeds. */
type Preparation = (api: Api) => Promise<ApiRequest>;

/** Successful calls to an endpoint, keyed by description. */
export type EndpointCalls = Record<string, Preparation>;

/** Large enough to be split into several items. */
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

/** Creates a published bot whose draft has changed since. */
async function changedBot(api: Api, document: JsonObject = v6Document()): Promise<string> {
  const id = await newPublishedBot(api, document);
  await patchBot(api, id, { variables: [{ id: 'v-changed', name: 'Changed' }] });
  return id;
}

async function archivedBot(api: Api): Promise<string> {
  const id = await newPublishedBot(api);
  await archiveBot(api, id);
  return id;
}

const fileBot = () => chatBot([{ id: 'g', blocks: [{ id: 'file', type: 'file input', options: {} }] }]);

const linkingBot = () =>
  chatBot([{ id: 'g', blocks: [{ id: 'link', type: 'Typebot link', options: { typebotId: 'other' } }] }]);

async function newChat(api: Api, document: JsonObject = contactBot()) {
  const { id, publicId } = await publishedBot(api, document);
  const { sessionId, resultId = '', turnId } = await startedChat(api, publicId);
  return { botId: id, publicId, sessionId, resultId, turnId };
}

/** Starts a chat with one answer and one log entry. */
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

const loopAnswers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ blockId: 'loop', content: String(index) }));

/** A result of Typebot, whose answers have no dates. */
const movedResult = (fields: object = {}) => ({
  id: uniqueName('moved'),
  createdAt: '2026-05-04T08:00:00.000Z',
  isCompleted: false,
  hasStarted: true,
  variables: [{ id: 'v', name: 'Name', value: 'Ada' }],
  answers: loopAnswers(3),
  logs: [{ createdAt: '2026-05-04T08:00:01.000Z', description: 'Slow' }],
  ...fields,
});

const toResultsImport = async (api: Api, botId: string, results: object[]) =>
  await asAdmin(api, post(`/v1/bots/${botId}/results/import`, { results }));

const toTokensQuery = (workspaceId: string) => `/v1/workspaces/${workspaceId}/tokens`;

const toImport = (api: Api, bot: JsonObject, fields: object = {}) =>
  post('/v1/bots/import', { workspaceId: api.workspaceId, bot, ...fields });

const patch = (botId: string, bot: object): ApiRequest => ({
  method: 'PATCH',
  path: `/v1/bots/${botId}`,
  body: { bot },
});

/** Calls for every endpoint. The type requires an entry for each. */
export const ENDPOINT_CALLS: Record<EndpointId, EndpointCalls> = {
  'import-bot': {
    'a new bot': async (api) => toImport(api, v6Document()),
    'a new bot with a link': async (api) => toImport(api, linkingBot()),
    'a new bot in parts': async (api) => toImport(api, large(1)),
    'a new bot that keeps its publicId': async (api) =>
      toImport(api, { ...v6Document(), publicId: uniqueName('kept') }, { keepPublicId: true }),
    'a new bot from elsewhere with a key': async (api) =>
      withKey(toImport(api, v6Document(), { source: { id: 'source', revision: '1' } })),
    'a new bot with a key': async (api) => withKey(toImport(api, v6Document())),
    'a new bot in parts with a key': async (api) => withKey(toImport(api, large(1))),
    'over a bot': async (api) =>
      toImport(api, contactBot(), { mode: 'replace', botId: await newPublishedBot(api) }),
    'over a bot that stays the same but for its source': async (api) => {
      const botId = await newBot(api);
      return toImport(api, v6Document(), { mode: 'replace', botId, source: { id: 'source' } });
    },
    'over a changed bot in parts': async (api) =>
      toImport(api, large(2), { mode: 'replace', botId: await changedBot(api, large(1)) }),
  },
  'check-bot': {
    'a bot': async () => post('/v1/bots/check', { bot: v6Document() }),
    'a bot with a link, in a workspace': async ({ workspaceId }) =>
      post('/v1/bots/check', { workspaceId, bot: linkingBot() }),
  },
  'get-bot': {
    'a bot': async (api) => get(`/v1/bots/${await newBot(api)}`),
    'a bot in parts': async (api) => get(`/v1/bots/${await newBot(api, large(1))}`),
  },
  'get-bot-graph': { 'a bot': async (api) => get(`/v1/bots/${await newBot(api)}/graph.svg`) },
  'get-bot-page': {
    'a published bot': async (api) => ({
      ...get(`/${(await publishedBot(api, v6Document())).publicId}`),
      api: 'chat',
    }),
  },
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
  'list-bots': {
    'a page': async (api) => get('/v1/bots', { workspaceId: api.workspaceId }),
    'a search': async (api) => get('/v1/bots', { workspaceId: api.workspaceId, search: 'nothing like it' }),
  },
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
    'that say something': async (api) =>
      get(`/v1/bots/${(await answeredChat(api)).botId}/results`, { search: 'nothing like it' }),
    'with a variable': async (api) =>
      get(`/v1/bots/${(await answeredChat(api)).botId}/results`, { variable: 'Name', value: 'none' }),
  },
  'export-results': {
    'of a bot': async (api) =>
      get(`/v1/bots/${(await answeredChat(api)).botId}/results/export`, { format: 'csv' }),
  },
  'import-results': {
    'new ones': async (api) =>
      await toResultsImport(api, await newBot(api), [movedResult(), movedResult({ answers: [], logs: [] })]),
    'a new one of several transactions': async (api) =>
      await toResultsImport(api, await newBot(api), [movedResult({ answers: loopAnswers(100) })]),
    'later answers': async (api) => {
      const botId = await newBot(api);
      const early = movedResult();
      await api.request(await toResultsImport(api, botId, [early]));
      const answers = [...early.answers, { blockId: 'later', content: 'Later' }];
      const logs = [...early.logs, { description: 'Later' }];
      return await toResultsImport(api, botId, [{ ...early, answers, logs, isCompleted: true }]);
    },
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
    'a first answer that names its turn': async (api) => {
      const { sessionId, turnId } = await newChat(api);
      return chat(`/v1/sessions/${sessionId}/continueChat`, { message: 'Ada', turnId });
    },
    'a last answer that names its turn': async (api) => {
      const { sessionId } = await answeredChat(api);
      const path = `/v1/sessions/${sessionId}/continueChat`;
      const { body } = await api.request(chat(path, { isCatchingUp: true }));
      const { turnId } = body as ChatTurn;
      return chat(path, { message: 'ada@example.com', turnId });
    },
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
  'send-message': {
    'a start': async (api) =>
      chat('/v1/sendMessage', {
        startParams: { typebot: (await publishedBot(api, contactBot())).publicId },
      }),
    'a reply': async (api) =>
      chat('/v2/sendMessage', { sessionId: (await newChat(api)).sessionId, message: 'Ada' }),
    'a preview': async (api) => ({
      ...chat('/v1/sendMessage', {
        startParams: { typebot: await newBot(api, contactBot()), isPreview: true },
      }),
      token: await api.tokenFor('editor'),
    }),
  },
  'get-me': { 'the token that asks': async () => get('/v1/me') },
  'list-workspaces': { 'of a token': async () => get('/v1/workspaces') },
  'create-workspace': {
    'with its first token': async (api) => await asAdmin(api, post('/v1/workspaces', { name: 'Bakery' })),
  },
  'get-workspace': { 'of the token': async (api) => get(`/v1/workspaces/${api.workspaceId}`) },
  'rename-workspace': {
    'of the token': async (api) => {
      const { workspace, token } = await createWorkspace(api);
      const path = `/v1/workspaces/${workspace.id}`;
      // Warms the gateway's token cache, so that the call itself does not look the token up.
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
  'start-job': {
    'deletion of results': async (api) => deleteAll(api, (await answeredChat(api)).botId),
    'deletion of results with a key': async (api) => withKey(deleteAll(api, (await answeredChat(api)).botId)),
    'erasure of a workspace': async (api) => {
      const { workspace, token } = await createWorkspace(api);
      // Makes the gateway cache the token, as in all other calls.
      await getMe(api, token.token);
      const body = { kind: 'eraseWorkspace', confirm: workspace.id };
      return { ...post(`/v1/workspaces/${workspace.id}/jobs`, body), token: token.token };
    },
    'export of results': async (api) => exportAll(api, (await answeredChat(api)).botId),
  },
  'list-jobs': {
    'of a workspace': async (api) => get(await jobPath(api).then((path) => path.replace(/\/[^/]+$/, ''))),
  },
  'get-job': {
    'a job': async (api) => get(await jobPath(api)),
    'an export': async (api) => get(await jobPath(api, exportAll)),
  },
  'cancel-job': {
    'one that is over': async (api) => post(`${await jobPath(api)}/cancel`),
    'one that waits': async (api) => {
      const { id } = await createJob(waitingJob(api.workspaceId));
      return post(`${toJobs(api)}/${id}/cancel`);
    },
    'one that runs': async (api) => {
      const { id } = await saveJob(await createJob(waitingJob(api.workspaceId)), { state: 'running' });
      return post(`${toJobs(api)}/${id}/cancel`);
    },
  },
  'list-audit-entries': {
    'a page': async (api) => await asAdmin(api, get(`/v1/workspaces/${api.workspaceId}/audit`)),
    'of a bot': async (api) =>
      await asAdmin(api, get(`/v1/workspaces/${api.workspaceId}/audit`, { botId: await newBot(api) })),
  },
};

const toJobs = ({ workspaceId }: Api) => `/v1/workspaces/${workspaceId}/jobs`;
const deleteAll = (api: Api, botId: string) => post(toJobs(api), { kind: 'deleteResults', botId, all: true });

/** Requires a bucket, such as the one in `fake-s3.ts`. */
const exportAll = (api: Api, botId: string) =>
  post(toJobs(api), { kind: 'exportResults', botId, format: 'csv' });

/** Runs a job on a bot without results. */
async function jobPath(api: Api, start = deleteAll): Promise<string> {
  const { job } = (await api.request(start(api, await newBot(api)))).body as { job: { id: string } };
  return `${toJobs(api)}/${job.id}`;
}

async function resultPath(api: Api): Promise<string> {
  const { botId, resultId } = await answeredChat(api);
  return `/v1/bots/${botId}/results/${resultId}`;
}
