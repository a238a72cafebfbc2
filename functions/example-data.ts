/*
 * Data that the examples of the endpoints share. Functions and constants alone: bundles leave out what they do not use, but only
 * if loading this module runs nothing.
 */

export const BOT_ID = 'p4gk1xq8s0w7c2v5n9rj3dtm';
export const WORKSPACE_ID = 'w2mfz7c0q9b4x1k8s5hv6ejd';
export const RESULT_ID = 'r8td5n1v3jq0w6k9x4c7pbzs';
export const SESSION_ID = 's6xk0b9w4m2q7v1c8n5hjrtz';
export const DOMAIN_NAME = 'offers.example.com';
export const FOLDER_ID = 'f9b3k7x1v5q0w2n8c4t6mzjd';
export const CREDENTIALS_ID = 'support-openai';
export const TOKEN_ID = 't1v8c4n0x6jq9w3k5m7pbzsd';
export const INVITATION_ID = 'i3q7x1c9v5m0w2k8t6bnzjrd';
export const JOB_ID = 'j5t9x2b7m1qk4w8r3v6c0zyn';
export const TOKEN = 'bot_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx';
/** Begins with the ids of workspace and invitation. Written out, because a template would run when the module is loaded. */
export const INVITATION_SECRET =
  'inv_w2mfz7c0q9b4x1k8s5hv6ejd.i3q7x1c9v5m0w2k8t6bnzjrd.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx';
/** Shortened: header, claims and signature, each in base64url. */
export const ID_TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';
export const NONCE = 'n0S6_WzA2Mj4Zp1xq8s0w7c2v5n9rj3dtmbakqeuyh';
/** Opaque to clients. */
export const CURSOR = 'eyJ2IjoxLCJhZnRlciI6IjIwMjYtMDMtMDIifQ';
export const CREATED_AT = '2026-03-02T08:15:00.000Z';
export const UPDATED_AT = '2026-03-04T16:40:12.345Z';

export const makeTheme = () => ({ general: { font: 'Open Sans' } });
export const makeSettings = () => ({ general: { isBrandingEnabled: false } });

export function makeDocument() {
  return {
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
    theme: makeTheme(),
    settings: makeSettings(),
  };
}

/** A document without its name. */
export function makeFlow() {
  const { name: _, ...flow } = makeDocument();
  return flow;
}

export const makeCustomDomain = () => ({ name: DOMAIN_NAME, createdAt: CREATED_AT });

export const makeFolder = () => ({
  id: FOLDER_ID,
  name: 'Bakery',
  parentFolderId: null,
  workspaceId: WORKSPACE_ID,
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
});

export const makeCredentials = () => ({
  id: CREDENTIALS_ID,
  kind: 'openai',
  name: 'Support',
  state: 'stored' as const,
  createdAt: CREATED_AT,
  updatedAt: UPDATED_AT,
});

export const makeBot = () => ({
  ...makeDocument(),
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
  webhookReplies: 'text' as const,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
});

/** The bot of a chat, as clients get it. */
export const makeChattingBot = () => ({
  id: BOT_ID,
  version: '6',
  theme: makeTheme(),
  settings: makeSettings(),
  publishedAt: UPDATED_AT,
});

export const makeGreeting = () => ({
  id: 'hello',
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'What is your name?' }] }] },
});

export const makeQuestion = () => ({
  id: 'ask-name',
  type: 'text input',
  options: { variableId: 'var-name' },
});

/** The steps that lead to the question. */
export const makeTrace = () => ({
  steps: [
    { eventId: 'start', type: 'start', edgeId: 'edge-start' },
    {
      groupId: 'welcome',
      blockId: 'set-source',
      type: 'Set variable',
      variables: [{ id: 'var-source', name: 'Source', value: 'newsletter' }],
    },
    { groupId: 'welcome', blockId: 'hello', type: 'text' },
    { groupId: 'welcome', blockId: 'ask-name', type: 'text input' },
  ],
});

export const makeClientLogs = () => ({
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
});

export const makeResult = () => ({
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
});

export const makeRelease = () => ({ release: 2, createdAt: CREATED_AT, publishedAt: UPDATED_AT });

export const makeWorkspace = () => ({ id: WORKSPACE_ID, name: 'Support team', createdAt: CREATED_AT });
export const makeWorkspaceWithRole = () => ({ ...makeWorkspace(), role: 'admin' });

export const makeTokenFields = () => ({
  id: TOKEN_ID,
  workspaceId: WORKSPACE_ID,
  name: 'CI',
  role: 'admin',
  createdAt: CREATED_AT,
  expiresAt: '2026-05-31T08:15:00.000Z',
});

export const makeListedToken = () => ({
  ...makeTokenFields(),
  revokedAt: null,
  lastUsedOn: '2026-03-04',
});

export const makeInvitation = () => ({
  id: INVITATION_ID,
  workspaceId: WORKSPACE_ID,
  name: 'Ada, support',
  role: 'editor',
  createdAt: CREATED_AT,
  expiresAt: '2026-03-09T08:15:00.000Z',
  createdBy: { tokenId: TOKEN_ID, tokenName: 'CI' },
});

export const makeJob = () => ({
  id: JOB_ID,
  workspaceId: WORKSPACE_ID,
  kind: 'deleteResults',
  botId: BOT_ID,
  state: 'waiting',
  progress: { results: 0 },
  isCancelRequested: false,
  error: null,
  createdAt: UPDATED_AT,
  startedAt: null,
  endedAt: null,
});
