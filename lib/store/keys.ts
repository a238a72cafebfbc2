/**
 * Every key of the table is built here and nowhere else. An id that a caller sent is checked before it
 * becomes part of a key, so that no text can produce the key of another item.
 */

/** Ids from cuid2 and from source products. `#` is not allowed, because it separates the parts of a key. */
const ID = /^[A-Za-z0-9_-]{1,128}$/;

/** First part of every partition key. It names the kind of the item. */
export type ItemKind =
  | 'WORKSPACE'
  | 'TOKEN'
  | 'BOT'
  | 'PUBLIC_ID'
  | 'DOMAIN'
  | 'RESULT'
  | 'LOGS'
  | 'SESSION'
  | 'STATS'
  | 'QUOTA'
  | 'IDEMPOTENCY';

export type Key = { pk: string; sk: string };

/** Whether a caller's text has the form of an id. If not, nothing can exist under it: callers respond 404. */
export function isId(text: string): boolean {
  return ID.test(text);
}

function id(text: string): string {
  if (!isId(text)) throw new Error('An unchecked id reached a key');
  return text;
}

/** Eight digits sort correctly even if a bot is published once a second for three years. */
function paddedRelease(release: number): string {
  return String(release).padStart(8, '0');
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const SHA256_HEX = /^[0-9a-f]{64}$/;

function idempotencyPartition(tokenId: string, keySha256Hex: string): string {
  if (!SHA256_HEX.test(keySha256Hex)) throw new Error('An idempotency key needs a SHA-256 digest');
  return `IDEMPOTENCY#${id(tokenId)}#${keySha256Hex}`;
}

export const keys = {
  workspace: (workspaceId: string): Key => ({ pk: `WORKSPACE#${id(workspaceId)}`, sk: 'META' }),
  /**
   * A maker's entry for a workspace that was made with one of its tokens, directly or through other
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

  draft: (botId: string): Key => ({ pk: `BOT#${id(botId)}`, sk: 'DRAFT' }),
  published: (botId: string): Key => ({ pk: `BOT#${id(botId)}`, sk: 'PUBLISHED' }),
  /** `release` counts from 1. */
  release: (botId: string, release: number): Key => ({
    pk: `BOT#${id(botId)}`,
    sk: `RELEASE#${paddedRelease(release)}`,
  }),
  /** When the chats of a bot were last ended. */
  chatsEnd: (botId: string): Key => ({ pk: `BOT#${id(botId)}`, sk: 'CHATS_ENDED' }),
  documentPart: (botId: string, partsId: string, part: number): Key => ({
    pk: `BOT#${id(botId)}`,
    sk: `PART#${id(partsId)}#${String(part).padStart(3, '0')}`,
  }),

  /** The caller has checked the form of `publicId` and `customDomain`; neither allows `#`. */
  publicIdClaim: (publicId: string): Key => ({ pk: `PUBLIC_ID#${publicId}`, sk: 'META' }),
  customDomainClaim: (customDomain: string): Key => ({ pk: `DOMAIN#${customDomain}`, sk: 'META' }),

  /** A result sorts before its answers, so one query returns both. */
  result: (resultId: string): Key => ({ pk: `RESULT#${id(resultId)}`, sk: '#META' }),
  /** `sequence`, below a million, orders the answers of the same millisecond. */
  answer: (resultId: string, createdAt: string, sequence: number): Key => ({
    pk: `RESULT#${id(resultId)}`,
    sk: `ANSWER#${createdAt}#${String(sequence).padStart(6, '0')}`,
  }),
  /** Counters of a bot's UTC day; `day` is YYYY-MM-DD, `shard` from 0 to 9. */
  statsOfDay: (botId: string, day: string, shard: number): Key => {
    if (!DAY.test(day)) throw new Error('An unchecked day reached a key');
    return { pk: `STATS#${id(botId)}`, sk: `${day}#${shard}` };
  },

  /** How much of a quota a workspace has used on a UTC day. `day` is YYYY-MM-DD. */
  quotaOfDay: (workspaceId: string, day: string, quota: 'MAILS' | 'REQUESTS' | 'UPLOAD_BYTES'): Key => {
    if (!DAY.test(day)) throw new Error('An unchecked day reached a key');
    return { pk: `QUOTA#${id(workspaceId)}`, sk: `${day}#${quota}` };
  },

  /** Partition key of a result's log. */
  logPartition: (resultId: string): string => `LOGS#${id(resultId)}`,
  /** Logs have a partition of their own: a flood of them costs nobody who reads the result. */
  logBatch: (resultId: string, createdAt: string, batchId: string): Key => ({
    pk: `LOGS#${id(resultId)}`,
    sk: `${createdAt}#${id(batchId)}`,
  }),

  session: (sessionId: string): Key => ({ pk: `SESSION#${id(sessionId)}`, sk: 'META' }),

  /** The caller's key can be any text, so its SHA-256 is used instead. */
  idempotency: (tokenId: string, keySha256Hex: string): Key => ({
    pk: idempotencyPartition(tokenId, keySha256Hex),
    sk: 'META',
  }),
  idempotencyPart: (tokenId: string, keySha256Hex: string, partsId: string, part: number): Key => ({
    pk: idempotencyPartition(tokenId, keySha256Hex),
    sk: `PART#${id(partsId)}#${String(part).padStart(3, '0')}`,
  }),
};

/** Partitions of the index `gsi1`, one for each list. */
export const lists = {
  workspaces: () => 'WORKSPACE#LIST',
  tokens: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#TOKENS`,
  bots: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#BOTS`,
  archivedBots: (workspaceId: string) => `WORKSPACE#${id(workspaceId)}#ARCHIVED_BOTS`,
  releases: (botId: string) => `BOT#${id(botId)}#RELEASES`,
  results: (botId: string) => `BOT#${id(botId)}#RESULTS`,
};

export type ListName = keyof typeof lists;

/**
 * IAM patterns for the partitions of each list. They differ for a workspace's bots and its tokens, so that a
 * grant for one list does not cover the other.
 */
export const LIST_PARTITIONS: Record<ListName, string> = {
  workspaces: 'WORKSPACE#LIST',
  tokens: 'WORKSPACE#*#TOKENS',
  bots: 'WORKSPACE#*#BOTS',
  archivedBots: 'WORKSPACE#*#ARCHIVED_BOTS',
  releases: 'BOT#*#RELEASES',
  results: 'BOT#*#RESULTS',
};

/** Keys of the index. Only items that a list shows have them. Each list is in the order of creation. */
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
  releaseOfBot: (botId: string, createdAt: string, release: number) => ({
    gsi1pk: lists.releases(botId),
    gsi1sk: `${createdAt}#${paddedRelease(release)}`,
  }),
  resultOfBot: (botId: string, createdAt: string, resultId: string) => ({
    gsi1pk: lists.results(botId),
    gsi1sk: `${createdAt}#${id(resultId)}`,
  }),
};
