import type { Caller } from '#lib/platform/auth/access.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * One example per operation, by endpoint id. Not part of the contracts, because functions import their
 * contract and would parse the examples on each cold start.
 */

export type Example = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: JsonObject;
  /** Response body. For media types other than JSON, an object with the text of each. */
  response: unknown;
  /** What this example shows, for endpoints that do more than one thing. */
  summary?: string;
  /** Further examples, by name. */
  others?: Record<string, { summary: string; body: JsonObject; response: unknown }>;
};

const BOT_ID = 'p4gk1xq8s0w7c2v5n9rj3dtm';
const WORKSPACE_ID = 'w2mfz7c0q9b4x1k8s5hv6ejd';
const RESULT_ID = 'r8td5n1v3jq0w6k9x4c7pbzs';
const SESSION_ID = 's6xk0b9w4m2q7v1c8n5hjrtz';

/** Ids that the examples share. The reference page of a local server replaces them with those of its own data. */
export const EXAMPLE_IDS = {
  workspaceId: WORKSPACE_ID,
  botId: BOT_ID,
  resultId: RESULT_ID,
  sessionId: SESSION_ID,
};

const TOKEN_ID = 't1v8c4n0x6jq9w3k5m7pbzsd';

/** The token of the examples. Some responses at addresses of Typebot say what it may do. */
export const EXAMPLE_CALLER: Caller = {
  tokenId: TOKEN_ID,
  tokenName: 'CI',
  grants: new Map([[WORKSPACE_ID, 'admin']]),
};
const SECRET = `bot_${'x'.repeat(43)}`;
/** Opaque to clients. */
const CURSOR = 'eyJ2IjoxLCJhZnRlciI6IjIwMjYtMDMtMDIifQ';
const CREATED_AT = '2026-03-02T08:15:00.000Z';
const UPDATED_AT = '2026-03-04T16:40:12.345Z';

const document = {
  version: '6',
  name: 'Bakery orders',
  events: [{ id: 'start', type: 'start', outgoingEdgeId: 'edge-start', graphCoordinates: { x: 0, y: 0 } }],
  groups: [
    {
      id: 'welcome',
      title: 'Welcome',
      graphCoordinates: { x: 320, y: 0 },
      blocks: [
        { id: 'ask-name', type: 'text input', options: { variableId: 'var-name' } },
        {
          id: 'thanks',
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: 'Thanks!' }] }] },
        },
      ],
    },
  ],
  edges: [{ id: 'edge-start', from: { eventId: 'start' }, to: { groupId: 'welcome' } }],
  variables: [{ id: 'var-name', name: 'Name' }],
  theme: { general: { font: 'Open Sans' } },
  settings: { general: { isBrandingEnabled: false } },
};

const greeting = {
  id: 'hello',
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'What is your name?' }] }] },
};

const question = { id: 'ask-name', type: 'text input', options: { variableId: 'var-name' } };

const clientLogs: Example = {
  params: { sessionId: SESSION_ID },
  body: {
    clientLogs: [
      {
        status: 'error',
        description: 'Could not load an image',
        details: { url: 'https://example.com/a.png' },
      },
    ],
  },
  response: { message: 'Logs successfully saved.' },
};

const bot = {
  ...document,
  id: BOT_ID,
  workspaceId: WORKSPACE_ID,
  icon: null,
  folderId: null,
  publicId: null,
  customDomain: null,
  selectedThemeTemplateId: null,
  resultsTablePreferences: null,
  whatsAppCredentialsId: null,
  riskLevel: null,
  isArchived: false,
  isClosed: false,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};

const { name: _, ...flow } = document;
const { settings: __, ...flowWithoutSettings } = flow;

const result = {
  id: RESULT_ID,
  createdAt: UPDATED_AT,
  botId: BOT_ID,
  variables: [{ id: 'var-name', name: 'Name', value: 'Ada' }],
  isCompleted: true,
  hasStarted: true,
  isArchived: false,
  answers: [
    {
      createdAt: UPDATED_AT,
      resultId: RESULT_ID,
      blockId: 'ask-name',
      groupId: 'welcome',
      variableId: 'var-name',
      content: 'Ada',
      storageUsed: 0,
    },
  ],
};

const listedBot = {
  id: BOT_ID,
  name: 'Bakery orders',
  icon: null,
  folderId: null,
  publicId: 'bakery-orders',
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
  isPublished: true,
  publishedRelease: 2,
  hasUnpublishedChanges: false,
};

const release = { release: 2, createdAt: CREATED_AT, publishedAt: UPDATED_AT };

const NO_DIFFERENCE = { added: [], removed: [], changed: [] };

const workspace = { id: WORKSPACE_ID, name: 'Support team', createdAt: CREATED_AT };
const workspaceWithRole = { ...workspace, role: 'admin' };

const createdTokenFields = {
  id: TOKEN_ID,
  workspaceId: WORKSPACE_ID,
  name: 'CI',
  role: 'admin',
  createdAt: CREATED_AT,
  expiresAt: '2026-05-31T08:15:00.000Z',
};
const JOB_ID = 'j5t9x2b7m1qk4w8r3v6c0zyn';

const job = {
  id: JOB_ID,
  workspaceId: WORKSPACE_ID,
  kind: 'deleteResults' as const,
  botId: BOT_ID,
  state: 'waiting' as const,
  progress: { results: 0 },
  isCancelRequested: false,
  error: null,
  createdAt: UPDATED_AT,
  startedAt: null,
  endedAt: null,
};

const token = { ...createdTokenFields, revokedAt: null, lastUsedOn: '2026-03-04' };

/** The bot of a chat, as clients get it. */
const chattingBot = {
  id: BOT_ID,
  version: '6',
  theme: document.theme,
  settings: document.settings,
  publishedAt: UPDATED_AT,
};

export const EXAMPLES: Record<string, Example> = {
  'import-bot': {
    summary: 'As a new bot',
    body: { workspaceId: WORKSPACE_ID, bot: flowWithoutSettings },
    response: {
      bot: { ...bot, name: 'My bot', settings: {} },
      warnings: [
        { code: 'FILLED_IN', path: 'bot.name', message: 'was missing; set to "My bot"' },
        { code: 'FILLED_IN', path: 'bot.settings', message: 'was missing; set to {}' },
      ],
    },
    others: {
      moved: {
        summary: 'From elsewhere',
        body: {
          workspaceId: WORKSPACE_ID,
          bot: { ...document, publicId: 'bakery-orders' },
          keepPublicId: true,
          linkedBots: { cl0ibhv8d0130n21aw8doxhj5: 'd7m3c9x5v1q0k8w2n6tz4bhj' },
          source: { id: 'cl9ip9u0l00001ad79a2lzm55', revision: '2026-03-04T08:00:00.000Z' },
        },
        response: { bot: { ...bot, publicId: 'bakery-orders' } },
      },
      replace: {
        summary: 'Over the draft of a bot',
        body: { workspaceId: WORKSPACE_ID, mode: 'replace', botId: BOT_ID, bot: document },
        response: { bot: { ...bot, publicId: 'bakery-orders', updatedAt: UPDATED_AT }, keptAsRelease: 3 },
      },
    },
  },
  'check-bot': {
    body: { bot: { ...document, edges: [] } },
    response: {
      issues: [
        {
          severity: 'error',
          code: 'START_NOT_CONNECTED',
          path: 'bot.events',
          message: 'the start does not lead to a group',
        },
        {
          severity: 'warning',
          code: 'DANGLING',
          path: 'bot.events[0].outgoingEdgeId',
          message: 'refers to an edge that does not exist',
          id: 'start',
        },
      ],
    },
  },
  'get-bot': { params: { botId: BOT_ID }, response: { bot } },
  'update-bot': {
    params: { botId: BOT_ID },
    headers: { 'if-match': '"1"' },
    body: { bot: { name: 'Bakery orders, winter' } },
    response: { bot: { ...bot, name: 'Bakery orders, winter', updatedAt: UPDATED_AT } },
  },
  'publish-bot': {
    params: { botId: BOT_ID },
    response: { message: 'success', publicId: 'bakery-orders-9rj3dtm', release: 1, publishedAt: UPDATED_AT },
  },
  'unpublish-bot': { params: { botId: BOT_ID }, response: { message: 'success' } },
  'end-chats': { params: { botId: BOT_ID }, response: { endedAt: UPDATED_AT } },
  'get-published-bot': {
    params: { botId: BOT_ID },
    query: { migrateToLatestVersion: 'true' },
    response: {
      publishedBot: { ...flow, id: 'q1b7', botId: BOT_ID, createdAt: UPDATED_AT, updatedAt: UPDATED_AT },
      version: '6',
    },
  },
  'list-bots': {
    query: { workspaceId: WORKSPACE_ID, limit: '1' },
    response: { bots: [listedBot], nextCursor: CURSOR },
  },
  'create-bot': {
    body: { workspaceId: WORKSPACE_ID, bot: { name: 'Bakery orders', publicId: 'bakery-orders' } },
    response: { bot: { ...bot, publicId: 'bakery-orders' } },
  },
  'delete-bot': { params: { botId: BOT_ID }, response: { message: 'success' } },
  'restore-bot': { params: { botId: BOT_ID }, response: { bot } },
  'duplicate-bot': {
    params: { botId: BOT_ID },
    body: { name: 'Bakery orders, summer' },
    response: { bot: { ...bot, id: 'd7m3c9x5v1q0k8w2n6tz4bhj', name: 'Bakery orders, summer' } },
  },
  'list-releases': {
    params: { botId: BOT_ID },
    query: { limit: '1' },
    response: { releases: [{ ...release, isPublished: true }], nextCursor: CURSOR },
  },
  'get-release': {
    params: { botId: BOT_ID, release: '2' },
    response: { release: { ...release, botId: BOT_ID, ...flow } },
  },
  'restore-release': {
    params: { botId: BOT_ID, release: '2' },
    response: { bot: { ...bot, updatedAt: UPDATED_AT }, keptAsRelease: 3 },
  },
  'diff-bot': {
    params: { botId: BOT_ID },
    query: { from: '2', to: 'draft' },
    response: {
      diff: {
        from: '2',
        to: 'draft',
        events: NO_DIFFERENCE,
        groups: NO_DIFFERENCE,
        blocks: { ...NO_DIFFERENCE, added: [{ id: 'thanks', label: 'text', groupId: 'welcome' }] },
        edges: NO_DIFFERENCE,
        variables: { ...NO_DIFFERENCE, changed: [{ id: 'var-name', label: 'Name', changes: ['name'] }] },
        fields: ['theme'],
        isComplete: true,
      },
    },
  },
  'get-bot-graph': {
    params: { botId: BOT_ID },
    response: {
      'image/svg+xml':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80"><rect width="240" height="80" rx="8" ' +
        'fill="#eee"/><text x="16" y="32">Welcome</text></svg>',
    },
  },
  'get-bot-page': {
    params: { publicId: 'bakery-orders-k3v9x2b' },
    response: {
      'text/html':
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Bakery orders</title></head>' +
        '<body><div id="app"></div></body></html>\n',
    },
  },
  'list-results': {
    params: { botId: BOT_ID },
    query: { timeFilter: 'last7Days', timeZone: 'Europe/Berlin', isCompleted: 'true', limit: '1' },
    response: { results: [result], nextCursor: CURSOR },
  },
  'delete-results': {
    params: { botId: BOT_ID },
    query: {},
    body: { resultIds: [RESULT_ID] },
    response: { deleted: 1, notFound: 0, remaining: false },
  },
  'delete-result': {
    params: { botId: BOT_ID, resultId: RESULT_ID },
    response: { deleted: 1, remaining: false },
  },
  'export-results': {
    params: { botId: BOT_ID },
    query: { format: 'csv' },
    response: {
      'text/csv': `\uFEFFSubmitted at,Name,Completed,Result id,Other\r\n${UPDATED_AT},Ada,true,${RESULT_ID},\r\n`,
      'application/x-ndjson': `${JSON.stringify(result)}\n{"complete":true,"count":1}\n`,
    },
  },
  'import-results': {
    params: { botId: BOT_ID },
    body: {
      results: [
        {
          id: RESULT_ID,
          createdAt: UPDATED_AT,
          isCompleted: true,
          hasStarted: true,
          variables: [{ id: 'var-name', name: 'Name', value: 'Ada' }],
          answers: [{ blockId: 'ask-name', content: 'Ada' }],
          logs: [{ createdAt: UPDATED_AT, status: 'error', description: 'Pixel failed to load' }],
        },
      ],
    },
    response: {
      imported: 1,
      updated: 0,
      unchanged: 0,
      skipped: { otherBot: 0, erased: 0, expired: 0, incomplete: 0 },
      skippedResults: [],
      remaining: 0,
    },
  },
  'get-result-transcript': {
    params: { botId: BOT_ID, resultId: RESULT_ID },
    response: {
      transcript: [
        { role: 'bot', type: 'text', text: 'Good morning! What is your name?' },
        { role: 'user', type: 'text', text: 'Ada' },
      ],
    },
  },
  'get-stats': {
    params: { botId: BOT_ID },
    query: { timeFilter: 'last7Days', timeZone: 'Europe/Berlin' },
    response: {
      stats: {
        totalViews: 40,
        totalStarts: 20,
        totalCompleted: 15,
        completionRate: 0.75,
        byDay: [{ day: '2026-03-04', views: 40, starts: 20, completed: 15 }],
      },
    },
  },
  'list-result-logs': {
    params: { botId: BOT_ID, resultId: RESULT_ID },
    query: { limit: '100' },
    response: {
      logs: [
        {
          id: 'l3c8v0q6w1k9',
          createdAt: UPDATED_AT,
          resultId: RESULT_ID,
          status: 'error',
          description: 'Could not load an image',
          details: { url: 'https://example.com/a.png' },
          context: null,
        },
      ],
    },
  },
  'get-me': {
    response: { token: { ...createdTokenFields, lastUsedOn: '2026-03-04' }, workspaces: [workspaceWithRole] },
  },
  'list-workspaces': { response: { workspaces: [workspaceWithRole], made: [] } },
  'get-workspace': {
    params: { workspaceId: WORKSPACE_ID },
    response: { workspace: workspaceWithRole },
  },
  'create-workspace': {
    body: { name: 'Support team' },
    response: { workspace, token: { ...createdTokenFields, token: SECRET } },
  },
  'rename-workspace': {
    params: { workspaceId: WORKSPACE_ID },
    body: { name: 'Support team' },
    response: { workspace },
  },
  'list-tokens': {
    params: { workspaceId: WORKSPACE_ID },
    query: { limit: '1' },
    response: { tokens: [token], nextCursor: CURSOR },
  },
  'create-token': {
    params: { workspaceId: WORKSPACE_ID },
    body: { name: 'CI', role: 'admin', expiresInDays: 90 },
    response: { token: { ...createdTokenFields, token: SECRET } },
  },
  'revoke-token': {
    params: { workspaceId: WORKSPACE_ID, tokenId: TOKEN_ID },
    response: { token: { ...token, revokedAt: UPDATED_AT } },
  },
  'start-job': {
    params: { workspaceId: WORKSPACE_ID },
    body: { kind: 'deleteResults', botId: BOT_ID, all: true },
    response: { job },
  },
  'list-jobs': { params: { workspaceId: WORKSPACE_ID }, query: { limit: '1' }, response: { jobs: [job] } },
  'get-job': {
    params: { workspaceId: WORKSPACE_ID, jobId: JOB_ID },
    response: {
      job: { ...job, state: 'running', progress: { results: 12_400 }, startedAt: UPDATED_AT, file: null },
    },
  },
  'cancel-job': {
    params: { workspaceId: WORKSPACE_ID, jobId: JOB_ID },
    response: { job: { ...job, state: 'cancelled', endedAt: UPDATED_AT } },
  },
  'list-audit-entries': {
    params: { workspaceId: WORKSPACE_ID },
    query: { limit: '1' },
    response: {
      entries: [
        {
          id: 'ckx8v1p2q0000xyz',
          at: UPDATED_AT,
          action: 'publishBot',
          actor: { type: 'token', tokenId: TOKEN_ID, tokenName: 'CI' },
          sourceIp: '192.0.2.1',
          botId: BOT_ID,
          release: 2,
          resultId: null,
          tokenId: null,
          jobId: null,
          jobKind: null,
        },
      ],
      nextCursor: CURSOR,
    },
  },
  'get-result': { params: { botId: BOT_ID, resultId: RESULT_ID }, response: { result } },
  'start-chat': {
    params: { bot: 'bakery-orders-rj3dtm' },
    body: { prefilledVariables: { Source: 'newsletter' } },
    response: {
      sessionId: SESSION_ID,
      resultId: RESULT_ID,
      bot: chattingBot,
      messages: [greeting],
      input: question,
    },
  },
  'send-message': {
    body: { startParams: { typebot: 'bakery-orders-rj3dtm', prefilledVariables: { Source: 'newsletter' } } },
    response: {
      sessionId: SESSION_ID,
      resultId: RESULT_ID,
      typebot: chattingBot,
      messages: [greeting],
      input: question,
    },
  },
  'continue-chat': {
    params: { sessionId: SESSION_ID },
    body: { message: { type: 'text', text: 'Ada' }, textBubbleContentFormat: 'markdown' },
    response: {
      messages: [{ id: 'thanks', type: 'text', content: { type: 'markdown', markdown: 'Thanks!' } }],
      clientSideActions: [],
      logs: [],
      progress: 100,
    },
  },
  'start-preview-chat': {
    params: { bot: BOT_ID },
    body: { startFrom: { type: 'group', groupId: 'welcome' } },
    response: {
      sessionId: SESSION_ID,
      bot: { id: BOT_ID, version: '6', theme: document.theme, settings: document.settings },
      messages: [greeting],
      input: question,
    },
  },
  'update-session-bot': {
    params: { sessionId: SESSION_ID },
    response: { message: 'success' },
  },
  'generate-upload-url': {
    body: {
      sessionId: SESSION_ID,
      blockId: 'ask-photo',
      fileName: 'photo.jpeg',
      fileType: 'image/jpeg',
      fileSize: 148_213,
    },
    response: {
      presignedUrl: 'https://files.s3.eu-central-1.amazonaws.com/',
      formData: {
        'Content-Type': 'image/jpeg',
        bucket: 'files',
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        key: 'uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg',
        Policy: 'eyJleHBpcmF0aW9uIjoi…',
        'X-Amz-Signature': '4b1f…',
      },
      fileType: 'image/jpeg',
      maxFileSize: 10,
      fileUrl: 'https://files.example.com/uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg',
    },
  },
  'generate-upload-url-compatible-v1': {
    body: { filePathProps: { sessionId: SESSION_ID, fileName: 'photo.jpeg' }, fileType: 'image/jpeg' },
    response: {
      presignedUrl: 'https://files.s3.eu-central-1.amazonaws.com/',
      formData: { bucket: 'files', key: 'uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg' },
      fileUrl: 'https://files.example.com/uploads/k2j1/w8yk/r5m3/q0zu/photo.jpeg',
    },
  },
  'submit-client-logs': clientLogs,
  'submit-client-logs-v2': clientLogs,
};
