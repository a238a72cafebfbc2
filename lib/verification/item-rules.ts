import * as z from 'zod';
import { ROLES } from '#lib/auth/role.ts';
import type { Item } from '#lib/store/dynamodb.ts';
import { type ItemKind, indexKeys } from '#lib/store/keys.ts';

/*
 * The shape of every item of the table: docs/storage-schema.md as code. A new kind of item needs a row here.
 * The items that it points to are in `references.ts`.
 */

/** The named parts of an item's key, such as `botId`. */
export type KeyParts = Record<string, string>;

export type ItemRule = {
  /** Name in docs/storage-schema.md. */
  name: string;
  /** Matches the partition key after the kind and its `#`. The named groups are the parts of the key. */
  partition: RegExp;
  sort: RegExp;
  attributes: z.ZodType;
  /** Attributes with a fixed value: those that repeat a part of the key, and the keys of the index. */
  derived?: (item: Item, key: KeyParts) => Item;
  /** Names of the attributes that hold compressed content. */
  encoded?: string[];
};

const ID = '[A-Za-z0-9_-]{1,128}';
const TIME = String.raw`\d{4}-\d\d-\d\dT[\d:.]{12}Z`;
const META = /^META$/;

const idPart = (name: string) => new RegExp(`^(?<${name}>${ID})$`);

const text = z.string().min(1);
const time = z.iso.datetime();
const flag = z.boolean();
const count = z.int().min(0);
const epochSeconds = z.int().min(1);

const encoded = z.looseObject({
  codec: z.literal('zstd'),
  rawBytes: count,
  bytes: z.instanceof(Uint8Array),
});

/** A document inside its item, or the place of its parts. */
const storedDocument = z.union([
  encoded,
  z.looseObject({
    codec: z.literal('zstd'),
    rawBytes: count,
    parts: z.looseObject({ id: text, count: z.int().min(1) }),
  }),
]);

const publishedHead = z.looseObject({
  id: text,
  createdAt: time,
  publishedAt: time,
  release: z.int().min(1),
  digest: text,
});

/** `true` or absent. */
const closed = z.literal(true).optional();

export const ITEM_RULES: Record<ItemKind, ItemRule[]> = {
  WORKSPACE: [
    {
      name: 'Workspace',
      partition: idPart('workspaceId'),
      sort: META,
      attributes: z.looseObject({
        id: text,
        name: text,
        createdAt: time,
        makers: z.array(text).min(1).optional(),
      }),
      derived: ({ createdAt }, { workspaceId = '' }) => ({
        id: workspaceId,
        ...indexKeys.workspace(String(createdAt), workspaceId),
      }),
    },
    {
      name: 'Entry of a made workspace',
      partition: idPart('makerId'),
      sort: new RegExp(`^MADE#(?<createdAt>${TIME})#(?<workspaceId>${ID})$`),
      attributes: z.looseObject({}),
      derived: (_, { workspaceId, createdAt }) => ({ workspaceId, createdAt }),
    },
  ],
  TOKEN: [
    {
      name: 'Token',
      partition: /^[0-9a-f]{64}$/,
      sort: META,
      attributes: z.looseObject({
        id: text,
        workspaceId: text,
        name: text,
        role: z.enum(ROLES),
        grants: z.record(z.string(), z.enum(ROLES)),
        createdAt: time,
        expiresAt: epochSeconds.optional(),
        revokedAt: time.optional(),
        lastUsedOn: z.iso.date().optional(),
      }),
      derived: ({ id, workspaceId, createdAt }) =>
        indexKeys.tokenOfWorkspace(String(workspaceId), String(createdAt), String(id)),
    },
  ],
  BOT: [
    {
      name: 'Bot: head and draft',
      partition: idPart('botId'),
      sort: /^DRAFT$/,
      attributes: z.looseObject({
        id: text,
        workspaceId: text,
        createdAt: time,
        updatedAt: time,
        isArchived: flag,
        isClosed: flag,
        publicId: text.optional(),
        customDomain: text.optional(),
        name: z.string(),
        revision: z.int().min(1),
        writes: z.int().min(1),
        lastRelease: count,
        contentDigest: text,
        releasedDigest: text.optional(),
        draftRelease: z.int().min(1).optional(),
        releasedPartsId: text.optional(),
        published: publishedHead.optional(),
        document: storedDocument,
      }),
      derived: ({ workspaceId, createdAt, isArchived }, { botId = '' }) => ({
        id: botId,
        ...(isArchived ? indexKeys.archivedBotOfWorkspace : indexKeys.botOfWorkspace)(
          String(workspaceId),
          String(createdAt),
          botId,
        ),
      }),
    },
    {
      name: 'Part of a document',
      partition: idPart('botId'),
      sort: new RegExp(`^PART#(?<partsId>${ID})#(?<part>\\d{3})$`),
      attributes: z.looseObject({ bytes: z.instanceof(Uint8Array), createdAt: time.optional() }),
    },
    {
      name: "End of a bot's chats",
      partition: idPart('botId'),
      sort: /^CHATS_ENDED$/,
      attributes: z.looseObject({ endedAt: time }),
    },
    {
      name: 'Published copy',
      partition: idPart('botId'),
      sort: /^PUBLISHED$/,
      attributes: publishedHead.extend({ workspaceId: text, document: storedDocument }),
      derived: (_, { botId }) => ({ botId }),
    },
    {
      name: 'Release',
      partition: idPart('botId'),
      sort: /^RELEASE#(?<release>\d{8})$/,
      attributes: z.looseObject({
        workspaceId: text,
        digest: text,
        createdAt: time,
        publishedAt: time.optional(),
        document: storedDocument,
      }),
      derived: ({ createdAt }, { botId = '', release }) => ({
        botId,
        release: Number(release),
        ...indexKeys.releaseOfBot(botId, String(createdAt), Number(release)),
      }),
    },
  ],
  PUBLIC_ID: [
    {
      name: 'Claim of a public id',
      partition: /^(?<publicId>[^#]+)$/,
      sort: META,
      attributes: z.looseObject({
        botId: text,
        release: z.int().min(1).optional(),
        publishedAt: time.optional(),
        isClosed: closed,
      }),
    },
  ],
  DOMAIN: [
    {
      name: 'Claim of a domain',
      partition: /^(?<domain>[^#]+)$/,
      sort: META,
      attributes: z.looseObject({ botId: text }),
    },
  ],
  RESULT: [
    {
      name: 'Result',
      partition: idPart('resultId'),
      sort: /^#META$/,
      attributes: z.looseObject({
        botId: text,
        workspaceId: text,
        createdAt: time,
        hasStarted: flag,
        isCompleted: flag,
        isArchived: flag,
        variables: z.array(z.looseObject({ id: text })),
        lastChatSessionId: text.optional(),
        sessions: z.record(z.string(), count).optional(),
        endedAt: time.optional(),
        expiresAt: epochSeconds.optional(),
      }),
      derived: ({ botId, createdAt }, { resultId = '' }) => ({
        id: resultId,
        ...indexKeys.resultOfBot(String(botId), String(createdAt), resultId),
      }),
    },
    {
      name: 'Answer',
      partition: idPart('resultId'),
      sort: new RegExp(`^ANSWER#(?<createdAt>${TIME})#\\d{6}$`),
      attributes: z.looseObject({
        blockId: z.string(),
        groupId: z.string(),
        variableId: z.string().nullish(),
        content: z.string(),
        storageUsed: count,
        expiresAt: epochSeconds.optional(),
      }),
      derived: (_, { resultId, createdAt }) => ({ resultId, createdAt }),
    },
  ],
  LOGS: [
    {
      name: 'Batch of log entries',
      partition: idPart('resultId'),
      sort: new RegExp(`^(?<createdAt>${TIME})#${ID}$`),
      attributes: z.looseObject({ entries: encoded, expiresAt: epochSeconds.optional() }),
      derived: (_, { createdAt }) => ({ createdAt }),
      encoded: ['entries'],
    },
  ],
  SESSION: [
    {
      name: 'Session',
      partition: idPart('sessionId'),
      sort: META,
      attributes: z.looseObject({
        botId: text,
        workspaceId: text,
        resultId: text.optional(),
        createdAt: time,
        expiresAt: epochSeconds,
        allowedOrigins: z.array(z.string()).min(1).optional(),
        logEntries: count,
        turn: z.int().min(1),
        state: encoded.optional(),
      }),
      derived: (_, { sessionId }) => ({ id: sessionId }),
      encoded: ['state'],
    },
  ],
  STATS: [
    {
      name: 'Counters of a day',
      partition: idPart('botId'),
      sort: /^\d{4}-\d\d-\d\d#\d$/,
      attributes: z
        .looseObject({})
        .refine((item) => Object.keys(item).some(isCounter), 'There is no counter')
        .refine(
          (item) => Object.entries(item).every(([name, value]) => !isCounter(name) || isPositive(value)),
          'A counter is not a positive whole number',
        )
        .refine(
          (item) => Object.keys(item).every((name) => isCounter(name) || KEY_ATTRIBUTES.has(name)),
          'There is something that is not a counter',
        ),
    },
  ],
  QUOTA: [
    {
      name: 'What a workspace has used of a day',
      partition: idPart('workspaceId'),
      sort: /^\d{4}-\d\d-\d\d#(MAILS|REQUESTS|UPLOAD_BYTES)$/,
      attributes: z.looseObject({ used: z.int().min(1), expiresAt: epochSeconds }),
    },
  ],
  IDEMPOTENCY: [
    {
      name: 'Idempotency key',
      partition: new RegExp(`^(?<tokenId>${ID})#(?<keyDigest>[0-9a-f]{64})$`),
      sort: META,
      attributes: z
        .looseObject({
          fingerprint: text,
          lockId: text,
          newId: text.optional(),
          expiresAt: epochSeconds,
          lockedUntilMs: z.number().optional(),
          answer: storedDocument.optional(),
        })
        .refine(
          ({ answer, lockedUntilMs }) => answer !== undefined || lockedUntilMs !== undefined,
          'It has neither an answer nor a lock',
        ),
      encoded: ['answer'],
    },
    {
      name: 'Part of a kept answer',
      partition: new RegExp(`^(?<tokenId>${ID})#(?<keyDigest>[0-9a-f]{64})$`),
      sort: new RegExp(`^PART#(?<partsId>${ID})#(?<part>\\d{3})$`),
      attributes: z.looseObject({ bytes: z.instanceof(Uint8Array), expiresAt: epochSeconds }),
    },
  ],
};

const KEY_ATTRIBUTES = new Set(['pk', 'sk']);

/** Counter of the views, starts or completions in one hour, such as `v07`. */
function isCounter(attribute: string): boolean {
  return /^[vsc]([01]\d|2[0-3])$/.test(attribute);
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
