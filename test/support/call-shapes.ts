import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** What a call is about: the ids of a bot that asks for a file after a text, and of a chat with it. */
export type CallWorld = {
  botId: string;
  publicId: string;
  workspaceId: string;
  sessionId: string;
  resultId: string;
};

export type CallShape = {
  /** What is called, as decision 33 or `docs/moving.md` lists it. */
  call: string;
  api?: 'chat' | 'management';
  method?: string;
  path: (world: CallWorld) => string;
  query?: (world: CallWorld) => Record<string, string>;
  /** JSON text of the body, or what becomes it. Absent: no body at all. */
  body?: (world: CallWorld) => unknown;
  /** Token that a call of the chat API sends, where none is needed. */
  token?: string;
  /** Some of what the response is. */
  response?: JsonObject;
};

const start = ({ publicId }: CallWorld) => `/api/v1/typebots/${publicId}/startChat`;
const reply = ({ sessionId }: CallWorld) => `/api/v1/sessions/${sessionId}/continueChat`;
const bot = ({ botId }: CallWorld) => `/api/v1/typebots/${botId}`;
const STARTED = { sessionId: expectText(), typebot: { theme: {} } };
const STARTED_BY_MESSAGE = {
  sessionId: expectText(),
  typebot: { theme: { chat: {} }, settings: { general: {}, metadata: {} } },
};

/** Calls of clients, bridges and scripts that work at the addresses of Typebot. */
export const CALL_SHAPES: readonly CallShape[] = [
  { call: 'startChat without a body', path: start, response: STARTED },
  { call: 'startChat `{}`', path: start, body: () => ({}), response: STARTED },
  { call: 'startChat `[]`', path: start, body: () => [], response: STARTED },
  {
    call: 'startChat with null for what is absent',
    path: start,
    body: () => ({
      message: null,
      prefilledVariables: null,
      resultId: null,
      isOnlyRegistering: null,
      isStreamEnabled: null,
      textBubbleContentFormat: null,
    }),
    response: STARTED,
  },
  {
    call: 'startChat `{"prefilledVariables": []}`',
    path: start,
    body: () => ({ prefilledVariables: [] }),
    response: STARTED,
  },
  {
    call: 'startChat with numbers, booleans and objects as variables',
    path: start,
    body: () => ({ prefilledVariables: { a: 1, b: true, user: { id: 7, roles: ['x'] }, none: null } }),
    response: STARTED,
  },
  {
    call: 'startChat with a message as an object',
    path: start,
    body: () => ({ message: { type: 'text', text: 'oi' } }),
    response: STARTED,
  },
  {
    call: 'startChat `{"message": "…"}`',
    path: start,
    body: () => ({ message: 'oi' }),
    response: { ...STARTED, input: { id: 'file' } },
  },
  {
    call: 'startChat with a token that is not ours',
    path: start,
    token: 'made-up',
    response: STARTED,
  },
  {
    call: 'startChat `{"isStreamEnabled": false, "resultId": …}`',
    path: start,
    body: ({ resultId }) => ({ isStreamEnabled: false, resultId }),
    response: STARTED,
  },
  {
    call: 'startChat with unknown keys',
    path: start,
    body: () => ({ number: '49', textMessage: { text: 'x' }, delay: 1, sessionId: 'mine' }),
    response: STARTED,
  },
  {
    call: 'startChat with `isOnlyRegistering`, and markdown texts',
    path: start,
    body: () => ({ isOnlyRegistering: true, textBubbleContentFormat: 'markdown' }),
    response: { sessionId: expectText() },
  },
  {
    call: 'v2 sendMessage `{"startParams": {"typebot": …}}`',
    path: () => '/api/v2/sendMessage',
    body: ({ publicId }) => ({ startParams: { typebot: publicId } }),
    response: STARTED_BY_MESSAGE,
  },
  {
    call: 'sendMessage `{"startParams": {"publicId": …}}`',
    path: () => '/api/v1/sendMessage',
    body: ({ publicId }) => ({ startParams: { publicId, prefilledVariables: { remoteJid: '49' } } }),
    response: STARTED_BY_MESSAGE,
  },
  {
    call: 'sendMessage with null for what is absent',
    path: () => '/api/v1/sendMessage',
    body: ({ publicId }) => ({
      sessionId: null,
      message: null,
      startParams: { typebot: publicId, resultId: null, isPreview: null, prefilledVariables: null },
    }),
    response: STARTED_BY_MESSAGE,
  },
  {
    call: 'sendMessage `{"sessionId", "message"}`',
    path: () => '/api/v1/sendMessage',
    body: ({ sessionId }) => ({ sessionId, message: 'Ada' }),
    response: { input: { id: 'file' } },
  },
  {
    call: 'continueChat `{"message": "…"}`',
    path: reply,
    body: () => ({ message: 'Ada' }),
    response: { input: { id: 'file' } },
  },
  {
    call: 'continueChat with a message object, `replyId` and attached files',
    path: reply,
    body: () => ({
      message: { type: 'text', text: 'Ada', metadata: { replyId: 'x' }, attachedFileUrls: [] },
    }),
    response: { input: { id: 'file' } },
  },
  {
    call: 'continueChat with nothing, null or an empty text, which asks again',
    path: reply,
    body: () => ({ message: null }),
    response: { input: { id: 'text' } },
  },
  {
    call: 'continueChat `[]`, which asks again as `{}` does',
    path: reply,
    body: () => [],
    response: { input: { id: 'text' } },
  },
  {
    call: 'v1 clientLogs',
    path: ({ sessionId }) => `/api/v1/sessions/${sessionId}/clientLogs`,
    body: () => ({ clientLogs: [{ description: 'x' }] }),
  },
  {
    call: 'v2 clientLogs',
    path: ({ sessionId }) => `/api/v2/sessions/${sessionId}/clientLogs`,
    body: () => ({ clientLogs: [{ status: 'error', description: 'x', details: '{}' }] }),
  },
  {
    call: 'workspaces',
    api: 'management',
    method: 'GET',
    path: () => '/api/v1/workspaces',
    response: { workspaces: expectList() },
  },
  {
    call: 'a workspace',
    api: 'management',
    method: 'GET',
    path: ({ workspaceId }) => `/api/v1/workspaces/${workspaceId}`,
    response: { workspace: { plan: 'UNLIMITED' } },
  },
  {
    call: 'folders',
    api: 'management',
    method: 'GET',
    path: () => '/api/v1/folders',
    query: ({ workspaceId }) => ({ workspaceId }),
    response: { folders: expectList() },
  },
  {
    call: 'bots of a workspace with `folderId=root`',
    api: 'management',
    method: 'GET',
    path: () => '/api/v1/typebots',
    query: ({ workspaceId }) => ({ workspaceId, folderId: 'root' }),
    response: { typebots: expectList() },
  },
  {
    call: 'a bot with `migrateToLatestVersion=true`',
    api: 'management',
    method: 'GET',
    path: bot,
    query: () => ({ migrateToLatestVersion: 'true' }),
    response: { typebot: { events: expectList() } },
  },
  {
    call: 'a published copy',
    api: 'management',
    method: 'GET',
    path: (world) => `${bot(world)}/publishedTypebot`,
    response: { publishedTypebot: { events: expectList() } },
  },
  {
    call: 'publish without a body',
    api: 'management',
    path: (world) => `${bot(world)}/publish`,
    response: { message: 'success' },
  },
  {
    call: 'unpublish without a body',
    api: 'management',
    path: (world) => `${bot(world)}/unpublish`,
    response: { message: 'success' },
  },
  {
    call: 'unpublish with `{}`',
    api: 'management',
    path: (world) => `${bot(world)}/unpublish`,
    body: () => ({}),
    response: { message: 'success' },
  },
  {
    call: 'publish with `[]`',
    api: 'management',
    path: (world) => `${bot(world)}/publish`,
    body: () => [],
    response: { message: 'success' },
  },
  {
    call: 'create with name, icon and description',
    api: 'management',
    path: () => '/api/v1/typebots',
    body: ({ workspaceId }) => ({ workspaceId, typebot: { name: 'x', icon: null, description: 'y' } }),
    response: { typebot: { name: 'x' } },
  },
  {
    call: 'import of a saved response',
    api: 'management',
    path: () => '/api/v1/typebots/import',
    body: ({ workspaceId }) => ({ workspaceId, typebot: { typebot: { version: '6', groups: [] } } }),
    response: { typebot: { version: '6' } },
  },
  {
    call: 'update with `overwrite`',
    api: 'management',
    method: 'PATCH',
    path: bot,
    body: () => ({ typebot: { version: '6', name: 'Renamed' }, overwrite: true }),
    response: { typebot: { name: 'Renamed' } },
  },
  {
    call: 'results with `timeFilter`, `timeZone`, `limit`, `isArchived` and `cursor=0`',
    api: 'management',
    method: 'GET',
    path: (world) => `${bot(world)}/results`,
    query: () => ({ timeFilter: 'allTime', timeZone: 'UTC', limit: '100', isArchived: 'false', cursor: '0' }),
    response: { results: expectList() },
  },
  {
    call: 'results with a number of results as `cursor`, up to 10,000',
    api: 'management',
    method: 'GET',
    path: (world) => `${bot(world)}/results`,
    query: () => ({ timeFilter: 'allTime', limit: '100', cursor: '100' }),
    response: { results: [] },
  },
  {
    call: 'one result',
    api: 'management',
    method: 'GET',
    path: (world) => `${bot(world)}/results/${world.resultId}`,
    response: { result: { answers: expectList() } },
  },
  {
    call: 'logs of a result',
    api: 'management',
    method: 'GET',
    path: (world) => `${bot(world)}/results/${world.resultId}/logs`,
    response: { logs: expectList() },
  },
  {
    call: 'statistics',
    api: 'management',
    method: 'GET',
    path: (world) => `${bot(world)}/analytics/stats`,
    response: { stats: {} },
  },
  {
    call: 'deletion of results with `resultIds` in the body, as text',
    api: 'management',
    method: 'DELETE',
    path: (world) => `${bot(world)}/results`,
    body: ({ resultId }) => ({ resultIds: resultId }),
  },
];

/** Calls that are refused, each with a message that says what is wrong. */
export const REFUSED_CALLS: readonly (CallShape & { status: number })[] = [
  {
    call: 'members of a workspace',
    api: 'management',
    method: 'GET',
    path: ({ workspaceId }) => `/api/v1/workspaces/${workspaceId}/members`,
    status: 404,
    response: { message: 'Not found' },
  },
  {
    call: 'update without `typebot` around it',
    api: 'management',
    method: 'PATCH',
    path: bot,
    body: () => ({ name: 'Renamed' }),
    status: 400,
    response: { issues: [{ path: 'typebot' }] },
  },
  {
    call: 'results with `limit=1000`',
    api: 'management',
    method: 'GET',
    path: (world) => `${bot(world)}/results`,
    query: () => ({ limit: '1000' }),
    status: 400,
    response: { issues: [{ path: 'limit' }] },
  },
  {
    call: 'startChat by the internal id of a bot',
    path: ({ botId }) => `/api/v1/typebots/${botId}/startChat`,
    status: 404,
    response: { code: 'NOT_FOUND' },
  },
  {
    call: 'continueChat `{"message": {"text": …}}` without its `type`',
    path: reply,
    body: () => ({ message: { text: 'Ada' } }),
    status: 400,
    response: { code: 'BAD_REQUEST' },
  },
];

export type ClientVersions = {
  versions: string;
  /** Versions that chat in a browser, in `test/suites/browser/client-versions.test.ts`. */
  tried: readonly string[];
  calls: string;
  uploads: string;
};

/** Web clients by the calls that they make, each of which is one of the shapes or an upload. */
export const CLIENT_VERSIONS: readonly ClientVersions[] = [
  {
    versions: '0.0.x',
    tried: ['0.0.49', '0.0.62'],
    calls: 'v1 sendMessage',
    uploads: 'no: they compute the address of a file themselves',
  },
  {
    versions: '0.2.45',
    tried: ['0.2.45'],
    calls: 'v1 startChat, continueChat, clientLogs',
    uploads: '`/api/v1/generate-upload-url`',
  },
  {
    versions: '0.2.92 to 0.3.3',
    tried: ['0.2.92', '0.3.3'],
    calls: 'v1 startChat, continueChat, clientLogs',
    uploads: '`/api/v2/generate-upload-url`',
  },
  {
    versions: '0.3.37 to 0.10.7',
    tried: ['0.3.37', '0.3.61', '0.3.92', '0.6.0', '0.8.5', '0.8.24', '0.9.24', '0.10.7'],
    calls: 'v1 startChat, continueChat; v2 clientLogs',
    uploads: '`/api/v3/generate-upload-url`',
  },
];

function expectText(): unknown {
  return { asymmetricMatch: (value: unknown) => typeof value === 'string' && value !== '' };
}

function expectList(): unknown {
  return { asymmetricMatch: (value: unknown) => Array.isArray(value) };
}
