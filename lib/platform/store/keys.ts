/**
 * Every key of the table is built here. Ids from callers are validated before they become part of a key, so
 * that no input can produce another item's key.
 */

/** Ids from `createId` and from products like Typebot. `#` is not allowed because it separates the parts of a key. */
const ID = /^[A-Za-z0-9_-]{1,128}$/;

/** First part of every partition key; the kind of item. */
export type ItemKind =
  | 'WORKSPACE'
  | 'TOKEN'
  | 'INVITATION'
  | 'PERSON'
  | 'BOT'
  | 'PUBLIC_ID'
  | 'DOMAIN'
  | 'HOST'
  | 'CREDENTIALS'
  | 'FOLDERS'
  | 'RESULT'
  | 'LOGS'
  | 'ERASED'
  | 'SESSION'
  | 'STATS'
  | 'QUOTA'
  | 'IDEMPOTENCY'
  | 'JOB'
  | 'AUDIT'
  | 'HEALTH';

export type Key = { pk: string; sk: string };

/**
 * Whether the text is a well-formed id. If not, no item with this id can exist, and callers respond 404.
 *
 * @example
 * isId('w8yk2z1q0c5v7x3m9b4n6l8k'); // true
 * isId('BOT#w8yk'); // false
 */
export function isId(text: string): boolean {
  return ID.test(text);
}

function id(text: string): string {
  if (!isId(text)) throw new Error('Tried to build a key from an invalid id');
  return text;
}

/** A host name in lower case, with at least one dot. */
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

/** Whether the text is a host name that a workspace can register. If not, no item with this name can exist. */
export function isHostName(text: string): boolean {
  return HOST_NAME.test(text);
}

function checkHostName(text: string): string {
  if (!isHostName(text)) throw new Error('Tried to build a key from an invalid host name');
  return text;
}

/** Eight digits sort correctly even if a bot is published once a second for three years. */
function padRelease(release: number): string {
  return String(release).padStart(8, '0');
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SHA256_HEX = /^[0-9a-f]{64}$/;

function idempotencyPartition(tokenId: string, keySha256Hex: string): string {
  if (!SHA256_HEX.test(keySha256Hex)) throw new Error('An idempotency key needs a SHA-256 digest');
  return `IDEMPOTENCY#${id(tokenId)}#${keySha256Hex}`;
}

export const keys = {
  workspace: (workspaceId: string): Key => ({ pk: `WORKSPACE#${id(workspaceId)}`, sk: 'META' }),
  /**
   * An entry for a workspace that was created with one of the maker's tokens, directly or through other
   * workspaces.
   */
  madeWorkspace: (makerId: string, createdAt: string, workspaceId: string): Key => ({
    pk: `WORKSPACE#${id(makerId)}`,
    sk: `MADE#${createdAt}#${id(workspaceId)}`,
  }),

  token: (sha256Hex: string): Key => {
    if (!SHA256_HEX.test(sha256Hex)) throw new Error('A token key needs a SHA-256 digest');
    return { pk: `TOKEN#${sha256Hex}`, sk: 'META' };
  },

  /** Partition key of a workspace's pending invitations. */
  invitationPartition: (workspaceId: string): string => `INVITATION#${id(workspaceId)}`,
  invitation: (workspaceId: string, invitationId: string): Key => ({
    pk: `INVITATION#${id(workspaceId)}`,
    sk: id(invitationId),
  }),

  /** Partition key of the people who have signed in to a workspace with the identity provider. */
  personPartition: (workspaceId: string): string => `PERSON#${id(workspaceId)}`,
  /** Uses the SHA-256 of issuer and subject, because both can be any text. */
  person: (workspaceId: string, sha256Hex: string): Key => {
    if (!SHA256_HEX.test(sha256Hex)) throw new Error('A person key needs a SHA-256 digest');
    return { pk: `PERSON#${id(workspaceId)}`, sk: sha256Hex };
  },
  /** A nonce with which somebody has signed in. */
  usedNonce: (workspaceId: string, sha256Hex: string): Key => {
    if (!SHA256_HEX.test(sha256Hex)) throw new Error('A used nonce needs a SHA-256 digest');
    return { pk: `PERSON#${id(workspaceId)}`, sk: `NONCE#${sha256Hex}` };
  },

  draft: (botId: string): Key => ({ pk: `BOT#${id(botId)}`, sk: 'DRAFT' }),
  published: (botId: string): Key => ({ pk: `BOT#${id(botId)}`, sk: 'PUBLISHED' }),
  /** `release` starts at 1. */
  release: (botId: string, release: number): Key => ({
    pk: `BOT#${id(botId)}`,
    sk: `RELEASE#${padRelease(release)}`,
  }),
  /** Records when a bot's chats were last ended. */
  chatsEnd: (botId: string): Key => ({ pk: `BOT#${id(botId)}`, sk: 'CHATS_ENDED' }),
  documentPart: (botId: string, partsId: string, part: number): Key => ({
    pk: `BOT#${id(botId)}`,
    sk: `PART#${id(partsId)}#${String(part).padStart(3, '0')}`,
  }),

  /** `publicId` and `customDomain` must already be validated; neither allows `#`. */
  publicIdClaim: (publicId: string): Key => ({ pk: `PUBLIC_ID#${publicId}`, sk: 'META' }),
  customDomainClaim: (customDomain: string): Key => ({ pk: `DOMAIN#${customDomain}`, sk: 'META' }),
  /** A host name that a workspace has registered for its bots. */
  registeredDomain: (name: string): Key => ({ pk: `HOST#${checkHostName(name)}`, sk: 'META' }),

  /** Partition key of what the table knows of a workspace's credentials. Their values are stored elsewhere. */
  credentialsPartition: (workspaceId: string): string => `CREDENTIALS#${id(workspaceId)}`,
  credentials: (workspaceId: string, credentialsId: string): Key => ({
    pk: `CREDENTIALS#${id(workspaceId)}`,
    sk: id(credentialsId),
  }),

  /** All folders of a workspace's bots. */
  folders: (workspaceId: string): Key => ({ pk: `FOLDERS#${id(workspaceId)}`, sk: 'META' }),

  /** A result sorts before its answers, so that one query returns both. */
  result: (resultId: string): Key => ({ pk: `RESULT#${id(resultId)}`, sk: '#META' }),
  /** `sequence`, below a million, orders answers from the same millisecond. */
  answer: (resultId: string, createdAt: string, sequence: number): Key => ({
    pk: `RESULT#${id(resultId)}`,
    sk: `ANSWER#${createdAt}#${String(sequence).padStart(6, '0')}`,
  }),
  /** Partition key of a bot's counters. */
  statsPartition: (botId: string): string => `STATS#${id(botId)}`,
  /** Counters of a bot for one UTC day. `day` is YYYY-MM-DD, `shard` 0 to 9. */
  statsOfDay: (botId: string, day: string, shard: number): Key => {
    if (!DAY.test(day)) throw new Error('Tried to build a key from an invalid day');
    return { pk: `STATS#${id(botId)}`, sk: `${day}#${shard}` };
  },

  /** Partition key of a workspace's quota counters. */
  quotaPartition: (workspaceId: string): string => `QUOTA#${id(workspaceId)}`,
  /** A workspace's usage of a quota on a UTC day. `day` is YYYY-MM-DD. */
  quotaOfDay: (
    workspaceId: string,
    day: string,
    quota: 'CHATS' | 'MAILS' | 'REQUESTS' | 'UPLOAD_BYTES',
  ): Key => {
    if (!DAY.test(day)) throw new Error('Tried to build a key from an invalid day');
    return { pk: `QUOTA#${id(workspaceId)}`, sk: `${day}#${quota}` };
  },

  /** Partition key of a result's log. */
  logPartition: (resultId: string): string => `LOGS#${id(resultId)}`,
  /** Logs have a separate partition so that a flood of them does not slow down reading the result. */
  logBatch: (resultId: string, createdAt: string, batchId: string): Key => ({
    pk: `LOGS#${id(resultId)}`,
    sk: `${createdAt}#${id(batchId)}`,
  }),

  /** Partition key of the ids of a bot's erased results. */
  erasedPartition: (botId: string): string => `ERASED#${id(botId)}`,
  /** An erased result of a bot, known by a hash of its id only. */
  erasedResult: (botId: string, sha256Hex: string): Key => {
    if (!SHA256_HEX.test(sha256Hex)) throw new Error('An erased result needs a SHA-256 digest');
    return { pk: `ERASED#${id(botId)}`, sk: sha256Hex };
  },

  job: (jobId: string): Key => ({ pk: `JOB#${id(jobId)}`, sk: 'META' }),

  session: (sessionId: string): Key => ({ pk: `SESSION#${id(sessionId)}`, sk: 'META' }),

  /** Partition key of a workspace's audit trail. */
  auditTrail: (workspaceId: string): string => `AUDIT#${id(workspaceId)}`,
  /** Sorted by time. The change's id distinguishes entries of the same millisecond. */
  auditEntry: (workspaceId: string, at: string, changeId: string): Key => {
    if (!TIME.test(at)) throw new Error('Tried to build a key from an invalid time');
    return { pk: `AUDIT#${id(workspaceId)}`, sk: `${at}#${id(changeId)}` };
  },

  /** Key that no item has. Health checks read it to see whether the table responds. */
  health: { pk: 'HEALTH#TABLE', sk: 'META' } satisfies Key,

  /** Uses the SHA-256 because the caller's key can be any text. */
  idempotency: (tokenId: string, keySha256Hex: string): Key => ({
    pk: idempotencyPartition(tokenId, keySha256Hex),
    sk: 'META',
  }),
  idempotencyPart: (tokenId: string, keySha256Hex: string, partsId: string, part: number): Key => ({
    pk: idempotencyPartition(tokenId, keySha256Hex),
    sk: `PART#${id(partsId)}#${String(part).padStart(3, '0')}`,
  }),
};

/** Partitions of the `gsi1` index, one per list. */
export const lists = {
  workspaces: () => 'WORKSPACE#LIST',
  tokens: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#TOKENS`,
  bots: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#BOTS`,
  archivedBots: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#ARCHIVED_BOTS`,
  domains: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#DOMAINS`,
  releases: (botId: string) => `BOT#${id(botId)}#RELEASES`,
  results: (botId: string) => `BOT#${id(botId)}#RESULTS`,
  jobs: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#JOBS`,
};

export type ListName = keyof typeof lists;

/**
 * IAM patterns for each list's partitions. A workspace's bots and tokens have different patterns, so that a
 * grant for one list does not cover the other.
 */
export const LIST_PARTITIONS: Record<ListName, string> = {
  workspaces: 'WORKSPACE#LIST',
  tokens: 'WORKSPACE#*#TOKENS',
  bots: 'WORKSPACE#*#BOTS',
  archivedBots: 'WORKSPACE#*#ARCHIVED_BOTS',
  domains: 'WORKSPACE#*#DOMAINS',
  releases: 'BOT#*#RELEASES',
  results: 'BOT#*#RESULTS',
  jobs: 'WORKSPACE#*#JOBS',
};

/** Index keys, set only on items that appear in a list. Each list is sorted by creation time. */
export const indexKeys = {
  workspace: (createdAt: string, workspaceId: string) => ({
    gsi1pk: lists.workspaces(),
    gsi1sk: `${createdAt}#${id(workspaceId)}`,
  }),
  tokenOfWorkspace: (workspaceId: string, createdAt: string, tokenId: string) => ({
    gsi1pk: lists.tokens(workspaceId),
    gsi1sk: `${createdAt}#${id(tokenId)}`,
  }),
  botOfWorkspace: (workspaceId: string, createdAt: string, botId: string) => ({
    gsi1pk: lists.bots(workspaceId),
    gsi1sk: `${createdAt}#${id(botId)}`,
  }),
  archivedBotOfWorkspace: (workspaceId: string, createdAt: string, botId: string) => ({
    gsi1pk: lists.archivedBots(workspaceId),
    gsi1sk: `${createdAt}#${id(botId)}`,
  }),
  domainOfWorkspace: (workspaceId: string, createdAt: string, name: string) => ({
    gsi1pk: lists.domains(workspaceId),
    gsi1sk: `${createdAt}#${checkHostName(name)}`,
  }),
  releaseOfBot: (botId: string, createdAt: string, release: number) => ({
    gsi1pk: lists.releases(botId),
    gsi1sk: `${createdAt}#${padRelease(release)}`,
  }),
  resultOfBot: (botId: string, createdAt: string, resultId: string) => ({
    gsi1pk: lists.results(botId),
    gsi1sk: `${createdAt}#${id(resultId)}`,
  }),
  jobOfWorkspace: (workspaceId: string, createdAt: string, jobId: string) => ({
    gsi1pk: lists.jobs(workspaceId),
    gsi1sk: `${createdAt}#${id(jobId)}`,
  }),
};
