import type { Item } from '#lib/platform/store/dynamodb.ts';
import { type ItemKind, isId, type Key, keys } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { type KnownItem, toKey } from './check-item.ts';
import { createFinding, type Finding } from './finding.ts';

/** The key of a referenced item, with a check to run on that item. */
export type Reference = {
  key: Key;
  /** @param target undefined if it does not exist or has expired */
  check: (target: Item | undefined) => Finding[];
};

/**
 * Attributes of referenced items that checks can use. All are read for every item, because one projection
 * applies to a whole batch and they are all small.
 */
export const REFERENCED_ATTRIBUTES = [
  'pk',
  'sk',
  'id',
  'expiresAt',
  'workspaceId',
  'listed.publicId',
  'customDomain',
  'makers',
  'sessions',
  'endedAt',
  'answer.parts',
];

export type Moment = {
  nowMs: number;
  /** Retention of respondents' data in days; 0 keeps it indefinitely. */
  retentionDays: number;
};

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Maximum time between two replies in a conversation, in days. */
const SESSION_DAYS = 30;

/**
 * Functions that return an item's references, by kind of item. Bots are excluded because
 * `check-bot-partition.ts` checks their partitions as a whole.
 */
const REFERENCES: Record<Exclude<ItemKind, 'BOT'>, (known: KnownItem, moment: Moment) => Reference[]> = {
  WORKSPACE: ({ item, rule, key }) =>
    rule.name === 'Workspace' ? makerReferences(item) : [getMadeReference(item, key)],
  TOKEN: ({ item }) => {
    const workspaces = [String(item.workspaceId), ...Object.keys(item.grants as object)];
    return [...new Set(workspaces)].map((workspaceId) => workspaceReference(item, workspaceId));
  },
  PERSON: ({ item }) => [workspaceReference(item, String(item.workspaceId))],
  INVITATION: ({ item }) => [workspaceReference(item, String(item.workspaceId))],
  PUBLIC_ID: ({ item, key }) => [claimReference(item, 'publicId', (wanted) => wanted === key.publicId)],
  DOMAIN: ({ item, key }) => [
    claimReference(item, 'customDomain', (wanted) => wanted.toLowerCase().replace(/\/$/, '') === key.domain),
  ],
  CREDENTIALS: ({ item, key }) => [workspaceReference(item, String(key.workspaceId))],
  FOLDERS: ({ item, key }) => [workspaceReference(item, String(key.workspaceId))],
  HOST: ({ item }) => [workspaceReference(item, String(item.workspaceId))],
  RESULT: (known, moment) =>
    known.rule.name === 'Answer'
      ? [resultReference(known, 'answer-without-result', moment)]
      : [botReference(known.item), lastSessionReference(known.item), endReference(known.item, moment)].flat(),
  LOGS: (known, moment) => [resultReference(known, 'logs-without-result', moment)],
  SESSION: ({ item }, moment) =>
    item.resultId === undefined
      ? botReference(item, item.botId, { mayBeErased: true })
      : [...botReference(item), ...sessionResultReference(item, moment)],
  ERASED: ({ item, key }) => botReference(item, key.botId),
  HEALTH: () => [],
  STATS: ({ item, key }) => botReference(item, key.botId),
  JOB: ({ item }) => [workspaceReference(item, String(item.workspaceId))],
  QUOTA: ({ item, key }) => [workspaceReference(item, String(key.workspaceId))],
  AUDIT: ({ item, key }) => [workspaceReference(item, String(key.workspaceId))],
  IDEMPOTENCY: ({ item, rule, key }, { nowMs }) =>
    rule.name === 'Idempotency key'
      ? getKeptPartReferences(item, key)
      : [getKeptResponseReference(item, key, nowMs)],
};

export function getReferences(known: KnownItem, moment: Moment): Reference[] {
  return known.kind === 'BOT' ? [] : REFERENCES[known.kind](known, moment);
}

/** Returns a key that no item has if `id` is not a valid id. */
function keyOrNone(id: unknown, toKey: (id: string) => Key): Key {
  return typeof id === 'string' && isId(id) ? toKey(id) : { pk: 'NONE', sk: 'NONE' };
}

export function workspaceReference(item: Item & Key, workspaceId: string): Reference {
  return {
    key: keyOrNone(workspaceId, keys.workspace),
    check: (workspace) =>
      workspace ? [] : [createFinding('missing-workspace', item, `Workspace ${workspaceId} does not exist`)],
  };
}

/** Returns the references to the entries that let a workspace's makers list it. */
function makerReferences(item: Item & Key): Reference[] {
  const makers = (item.makers as string[] | undefined) ?? [];
  return makers.map((makerId) => ({
    key: keyOrNone(makerId, () => keys.madeWorkspace(makerId, String(item.createdAt), String(item.id))),
    check: (entry) =>
      entry
        ? []
        : [createFinding('made-workspace-unlisted', item, `Workspace ${makerId} has no entry for it`)],
  }));
}

function getMadeReference(item: Item & Key, key: KnownItem['key']): Reference {
  return {
    key: keyOrNone(key.workspaceId, keys.workspace),
    check: (made) => {
      if (!made)
        return [createFinding('missing-workspace', item, `Workspace ${key.workspaceId} does not exist`)];
      const makers = (made.makers as string[] | undefined) ?? [];
      return makers.includes(String(key.makerId))
        ? []
        : [
            createFinding(
              'made-entry-unclaimed',
              item,
              `Workspace ${key.workspaceId} does not list this one as a maker`,
            ),
          ];
    },
  };
}

/**
 * @param botId defaults to the item's `botId`
 * @param mayBeErased whether the item may outlive its bot. A session without a result does, until it expires:
 *   nothing leads from a bot to it.
 */
function botReference(item: Item & Key, botId = item.botId, { mayBeErased = false } = {}): Reference[] {
  return [
    {
      key: keyOrNone(botId, keys.draft),
      check: (bot) => {
        if (!bot) {
          return mayBeErased ? [] : [createFinding('missing-bot', item, `Bot ${botId} does not exist`)];
        }
        if (item.workspaceId === undefined || item.workspaceId === bot.workspaceId) return [];
        return [createFinding('other-workspace', item, `The bot belongs to workspace ${bot.workspaceId}`)];
      },
    },
  ];
}

function claimReference(
  item: Item & Key,
  field: 'publicId' | 'customDomain',
  isThis: (wanted: string) => boolean,
): Reference {
  return {
    key: keyOrNone(item.botId, keys.draft),
    check: (bot) => {
      if (!bot) return [createFinding('claim-of-no-bot', item, `Bot ${item.botId} does not exist`)];
      const wanted = field === 'publicId' ? getListedAttributes(bot).publicId : bot.customDomain;
      if (typeof wanted === 'string' && isThis(wanted)) return [];
      return [createFinding('claim-not-wanted', item, `Bot ${item.botId} does not have this ${field}`)];
    },
  };
}

/**
 * If the operator limits retention, answers and logs outlive their result, because each expires a fixed time
 * after it was written. Only items that an erasure missed should be reported, so items in their last
 * SESSION_DAYS are skipped. A conversation cannot pause for longer than that.
 */
function resultReference(
  { item, key }: KnownItem,
  problem: 'answer-without-result' | 'logs-without-result',
  { nowMs }: Moment,
): Reference {
  return {
    key: keyOrNone(key.resultId, keys.result),
    check: (result) => {
      const expiresMs = Number(item.expiresAt ?? Number.POSITIVE_INFINITY) * 1_000;
      if (result || expiresMs - nowMs < SESSION_DAYS * DAY_MS) return [];
      return [createFinding(problem, item, `Result ${key.resultId} does not exist`, [item])];
    },
  };
}

function sessionResultReference(item: Item & Key, { nowMs, retentionDays }: Moment): Reference[] {
  const isOlderThanRetention =
    retentionDays > 0 && Date.parse(String(item.createdAt)) + retentionDays * DAY_MS <= nowMs;
  if (isOlderThanRetention) return [];
  return [
    {
      key: keyOrNone(item.resultId, keys.result),
      check: (result) => {
        if (!result)
          return [createFinding('session-without-result', item, `Result ${item.resultId} does not exist`)];
        // A result migrated from another installation has no session list until a session writes to it.
        const sessions = result.sessions as Record<string, number> | undefined;
        if (sessions === undefined || Object.hasOwn(sessions, String(item.id))) return [];
        return [createFinding('session-not-listed', item, `Result ${item.resultId} does not list it`)];
      },
    },
  ];
}

/**
 * Grace period for an erasure after it has set `endedAt`. An erasure finishes within 30 seconds, or continues
 * with another request.
 */
const ERASURE_GRACE_MS = 15 * 60 * 1_000;

/** Returns a reference from an ended result to itself if its erasure should have finished by now. */
function endReference(item: Item & Key, { nowMs }: Moment): Reference[] {
  const { endedAt } = item;
  if (endedAt === undefined || Date.parse(String(endedAt)) + ERASURE_GRACE_MS > nowMs) return [];
  return [
    {
      key: toKey(item),
      check: (result) =>
        result ? [createFinding('erasure-unfinished', item, `Its erasure began at ${endedAt}`)] : [],
    },
  ];
}

/** The session may have expired. If it exists, it must belong to the same workspace. */
function lastSessionReference(item: Item & Key): Reference[] {
  if (item.lastChatSessionId === undefined) return [];
  return [
    {
      key: keyOrNone(item.lastChatSessionId, keys.session),
      check: (session) =>
        session === undefined || session.workspaceId === item.workspaceId
          ? []
          : [
              createFinding(
                'other-workspace',
                item,
                `Its last session belongs to workspace ${session.workspaceId}`,
              ),
            ],
    },
  ];
}

type Parts = { id: string; count: number };

function getKeptPartReferences(item: Item & Key, key: KnownItem['key']): Reference[] {
  const parts = (item.answer as { parts?: Parts } | undefined)?.parts;
  if (!parts) return [];
  const { id, count } = parts;
  return Array.from({ length: count }, (_, part) => ({
    key: keys.idempotencyPart(String(key.tokenId), String(key.keyDigest), id, part),
    check: (found) =>
      found ? [] : [createFinding('kept-answer-parts-missing', item, `Part ${part} is missing`)],
  }));
}

/**
 * Grace period for parts, which are written before the key's item points to them, by a request of at most 29
 * seconds.
 */
const KEPT_PARTS_GRACE_MS = 15 * 60 * 1_000;
const KEPT_PARTS_LIFETIME_MS = 25 * 60 * 60 * 1_000;

function getKeptResponseReference(item: Item & Key, key: KnownItem['key'], nowMs: number): Reference {
  return {
    key: keys.idempotency(String(key.tokenId), String(key.keyDigest)),
    check: (meta) => {
      const writtenMs = Number(item.expiresAt) * 1_000 - KEPT_PARTS_LIFETIME_MS;
      if (writtenMs + KEPT_PARTS_GRACE_MS > nowMs) return [];
      const parts = (meta?.answer as { parts?: Parts } | undefined)?.parts;
      if (parts !== undefined && parts.id === key.partsId && Number(key.part) < parts.count) return [];
      return [
        createFinding('kept-answer-parts-left-behind', item, 'Its idempotency key does not refer to it', [
          item,
        ]),
      ];
    },
  };
}
