/*
 * Meaningful values by field name, so that requests get further than "not found". All other fields get only
 * generated values.
 *
 * Ids are placeholders: they differ from run to run, but the requests of a seed stay the same.
 */

/** Kinds of values collected by `test/support/fuzz/world.ts`. */
export const POOL_NAMES = [
  'botId',
  'publicBot',
  'sessionId',
  'unusedSessionId',
  'resultId',
  'workspaceId',
  'tokenId',
  'invitationId',
  'invitationSecret',
  'jobId',
  'domain',
  'credentialsId',
  'folderId',
  'idToken',
  'nonce',
  'cursor',
  'etag',
] as const;

export type PoolName = (typeof POOL_NAMES)[number];

/** Formats a placeholder, such as `@@botId:own:3@@`. JSON and URL queries leave it unescaped. */
export function placeholder(pool: PoolName, whose: 'own' | 'foreign', index: number): string {
  return `@@${pool}:${whose}:${index}@@`;
}

export const PLACEHOLDER = /@@([a-zA-Z]+):(own|foreign):(\d+)@@/g;

/**
 * Returns a placeholder for JSON that no JavaScript value serializes to, such as an oversized number or 5,000
 * brackets.
 */
export function rawJson(name: RawName): string {
  return `@@raw:${name}@@`;
}

export const RAW_JSON = {
  'too-large': '1e999',
  'beyond-2^53': '9007199254740993',
  'negative-zero': '-0',
  'many-digits': `0.${'1'.repeat(400)}`,
  nested: `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'nested-objects': `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
  'proto-key': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  'same-key-twice': '{"id":"a","id":7}',
  'escaped-surrogate': '"\\ud83d"',
  'escaped-nul': '"\\u0000"',
} as const;

export type RawName = keyof typeof RAW_JSON;

export const QUOTED_RAW = /"@@raw:([^@]+)@@"/g;

const own = (pool: PoolName, ...indices: number[]) => indices.map((n) => placeholder(pool, 'own', n));
const bots = [...own('botId', ...Array(18).fill(0), 1, 2, 3, 4, 5), placeholder('botId', 'foreign', 0)];
const results = [...own('resultId', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), placeholder('resultId', 'foreign', 0)];
// The last three wait for a file.
const sessions = [...own('sessionId', 0, 1, 2, 3, 4, 5, 3, 4, 5, 3), placeholder('sessionId', 'foreign', 0)];
const blocks = ['ask-name', 'ask-pick', 'ask-file', 'hello'];

/** Block ids of the bot published by `test/support/fuzz/world.ts`. */

const KNOWN: Record<string, readonly unknown[]> = {
  botId: bots,
  // Where Typebot starts a chat, this is a publicId.
  typebotId: [...bots, ...own('publicBot', 0, 0, 0, 0, 0, 1, 2, 3)],
  publicId: [...own('publicBot', ...Array(6).fill(0), 1, 2, 3), placeholder('publicBot', 'foreign', 0)],
  // Chats are started by publicId, previews by id.
  bot: [
    ...own('publicBot', ...Array(6).fill(0), 1, 2, 3, 4),
    ...own('botId', ...Array(8).fill(0), 1, 3, 4, 5),
    placeholder('publicBot', 'foreign', 0),
  ],
  // At the address of the oldest chat call.
  typebot: [...own('publicBot', 0, 0, 0, 1, 2), ...own('botId', 0)],
  resultId: results,
  resultIds: results,
  sessionId: [...sessions, ...own('unusedSessionId', 0, 1, 2, 3, 4, 5)],
  workspaceId: [...own('workspaceId', 0, 0, 0, 0, 0, 0, 0, 0), placeholder('workspaceId', 'foreign', 0)],
  tokenId: [...own('tokenId', 0, 1, 2, 3, 4, 5), placeholder('tokenId', 'foreign', 0)],
  invitationId: [...own('invitationId', ...Array(12).keys()), placeholder('invitationId', 'foreign', 0)],
  secret: own('invitationSecret', ...Array(12).keys()),
  invitation: own('invitationSecret', ...Array(12).keys()),
  jobId: [...own('jobId', 0, 0, 1), placeholder('jobId', 'foreign', 0)],
  domain: [...own('domain', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), placeholder('domain', 'foreign', 0)],
  credentialsId: [...own('credentialsId', ...Array(12).keys()), placeholder('credentialsId', 'foreign', 0)],
  // Each belongs to one nonce, so the world chooses them together.
  idToken: own('idToken', 0),
  nonce: own('nonce', 0),
  cursor: own('cursor', 0, 1, 2, 3, 4, 5),
  'if-match': [...own('etag', 0, 1), ...Array(8).fill('*'), '"0"'],
  'if-none-match': [...own('etag', 0, 1), ...Array(8).fill('"0"'), '*', 'W/"1", "2"'],
  'idempotency-key': ['again', 'once more', 'x'.repeat(255)],
  release: [...Array(12).fill('1'), ...Array(12).fill('2'), 'draft', '3', '0', '99999999', '-1', '1.5', '01'],
  from: ['draft', '1', '2', '2020-01-01T00:00:00Z'],
  to: ['draft', '1', '2', '2090-01-01T00:00:00+14:00'],
  timeZone: ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Not/There'],
  // Results of the future are refused.
  createdAt: ['2020-01-01T00:00:00.000Z', '2026-05-04T10:00:00+02:00', '2026-05-04T08:00:00Z'],
  updatedAt: ['2020-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z', '0000-01-01T00:00:00Z'],
  origin: ['https://ferry.example.com', 'null', 'file://', 'https://evil.example'],
  // The bots of the world have no such elements, so most lists apply.
  operations: [
    { op: 'addVariable', value: { id: 'v-edited', name: 'Edited' } },
    { op: 'addVariable', value: { id: 'v-odd', name: '\ud800', value: [null, ''], more: { deep: [1] } } },
    { op: 'addGroup', value: { id: 'g-edited', title: '', graphCoordinates: { x: 0, y: -1.5 }, blocks: [] } },
    { op: 'addBlock', groupId: 'g-edited', value: { id: 'b-edited', type: 'text', content: {} }, index: 0 },
    { op: 'changeBot', path: ['settings', 'more'], value: { deep: ['x'.repeat(5_000)] } },
    { op: 'changeBot', path: ['name'], was: 'Ferry tickets', value: 'Ferry' },
  ],
  blockId: blocks,
  waitingBlockId: blocks,
  turnId: ['1-x', '2-0', '', 'x'.repeat(300)],
  groupId: ['g', 'g', 'g', 'nowhere'],
  eventId: ['start', 'start', 'nowhere'],
  variableId: ['v-name', 'v-pick', 'v-file', 'v-number'],
  outgoingEdgeId: ['to-first', 'nowhere'],
  folderId: [
    ...own('folderId', ...Array(12).keys()),
    'folder',
    'root',
    null,
    placeholder('folderId', 'foreign', 0),
  ],
  parentFolderId: [...own('folderId', 12, 13, 14, 15), null, 'root', placeholder('folderId', 'foreign', 0)],
  folderName: ['Shop', ' padded ', 'x'.repeat(120), 'x'.repeat(121), '\u0007bell'],
  name: [
    'fuzzed.custom.example',
    'Name',
    'Ferry tickets',
    'Ferry\ud800',
    'x'.repeat(100),
    'x'.repeat(101),
    ' padded ',
    '\u0007bell',
  ],
  message: ['Ada', 'North', '42', ''],
  text: ['Ada', 'North', '42', '{{Name}}', 'x'.repeat(50_000)],
  command: ['help', 'start'],
  expressionToEvaluate: ['1 + 1', 'setVariable("Name", "Eve")', 'throw 1', '{{Name}}'],
  kind: ['posthog'],
  // Only PostHog has such fields. A test of its credentials sends nothing.
  data: [
    ...Array(6).fill({ apiKey: 'made-up', host: 'https://posthog.example' }),
    { apiKey: 'made-up', host: 'ftp://posthog.example' },
    { apiKey: '', host: 'https://posthog.example' },
    { apiKey: '\ud800', host: null },
  ],
  fileName: ['photo.jpeg', '../../up.txt', 'a\u0000b', 'ünïcode 😀.pdf', '\ud800.txt'],
  // In place of `data`, and only for Google.
  authorization: [
    ...Array(9).fill(undefined),
    { code: 'c', codeVerifier: 'v'.repeat(43), redirectUri: 'https://a.example/google' },
  ],
  fileType: [
    ...Array(4).fill('image/jpeg'),
    'application/pdf',
    'text/plain; charset=utf-8',
    'nonsense',
    '\r\n',
  ],
  fileSize: [1, 18_213, 500_000, 10_000_000, 1e12],
};

/** Names that rarely get a known value. If all requests had the same key, they would count as one. */
export const SELDOM_KNOWN = ['idempotency-key'];

export function knownValues(name: string): readonly unknown[] {
  return Object.hasOwn(KNOWN, name) ? (KNOWN[name] ?? []) : [];
}

/** Names of fields and parameters that hold ids of the fuzzed workspace. */
export function knownIdNames(): string[] {
  return Object.keys(KNOWN).filter((name) => !NO_IDS.has(name) && knownValues(name).some(isOwnId));
}

function isOwnId(value: unknown): boolean {
  return String(value).startsWith('@@') && String(value).includes(':own:');
}

/** A response provides them. */
const NO_IDS = new Set(['cursor', 'if-match', 'if-none-match']);
