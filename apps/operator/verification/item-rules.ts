import * as z from 'zod';
import { CREDENTIALS_STATES } from '#lib/bots/credentials/credentials-record.ts';
import { CREDENTIAL_KINDS } from '#lib/bots/document/credential-kinds.ts';
import { FOLDER_ID_FORM } from '#lib/bots/folders/folder.ts';
import { isSoundTree } from '#lib/bots/folders/folder-tree.ts';
import { JOB_KINDS, JOB_STATES } from '#lib/jobs/job.ts';
import { AUDIT_ACTIONS } from '#lib/platform/audit/audit-actions.ts';
import { ROLES } from '#lib/platform/auth/role.ts';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import { type ItemKind, indexKeys } from '#lib/platform/store/keys.ts';
import { MAX_TOKENS_PER_PERSON } from '#lib/workspaces/tokens/store/person-store.ts';

/*
 * The shape of every item of the table: docs/storage-schema.md as code. A new kind of item needs an entry here;
 * its references to other items go into `references.ts`.
 */

/** Named parts of an item's key, such as `botId`. */
export type KeyParts = Record<string, string>;

export type ItemRule = {
  /** Name of the item in docs/storage-schema.md. */
  name: string;
  /** Matches the partition key after the kind and `#`. The named groups are the parts of the key. */
  partition: RegExp;
  sort: RegExp;
  attributes: z.ZodType;
  /** Expected values of attributes that follow from others: copies of key parts, and index keys. */
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
/** SHA-256 in hex. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const epochSeconds = z.int().min(1);

const encoded = z.looseObject({
  codec: z.literal('zstd'),
  rawBytes: count,
  bytes: z.instanceof(Uint8Array),
});

/** An inline document, or a reference to its parts. */
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

/** A change, its author, time and address: in an entry, or carried by the item that was changed. */
const change = z.looseObject({
  id: text,
  at: time,
  actor: z.union([
    z.strictObject({ type: z.literal('token'), tokenId: text, tokenName: z.string() }),
    z.strictObject({ type: z.literal('operator') }),
  ]),
  sourceIp: text.optional(),
  action: z.enum(AUDIT_ACTIONS),
  workspaceId: text,
  botId: text.optional(),
  release: z.int().min(1).optional(),
  edits: z.looseObject({ counts: z.record(text, z.int().min(1)), ids: z.array(text) }).optional(),
  resultId: text.optional(),
  tokenId: text.optional(),
  invitationId: text.optional(),
  jobId: text.optional(),
  jobKind: text.optional(),
  domain: text.optional(),
  credentialsId: text.optional(),
  credentialsKind: text.optional(),
  fileId: text.optional(),
  folderId: text.optional(),
});

/** `true` or absent. */
const closed = z.literal(true).optional();
const webhookReplies = z.literal('text').optional();

export const ITEM_RULES: Record<ItemKind, ItemRule[]> = {
  WORKSPACE: [
    {
      name: 'Workspace',
      partition: idPart('workspaceId'),
      sort: META,
      attributes: z.looseObject({
        id: text,
        createdAt: time,
        makers: z.array(text).min(1).optional(),
        erasedSince: time.optional(),
        listed: z.looseObject({ name: text }),
        change: change.optional(),
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
        grants: z.record(z.string(), z.enum(ROLES)),
        createdAt: time,
        expiresAt: epochSeconds.optional(),
        revokedAt: time.optional(),
        lastUsedOn: z.iso.date().optional(),
        renewalDays: z.int().min(1).optional(),
        personDigest: digest.optional(),
        listed: z.looseObject({
          name: text,
          role: z.enum(ROLES),
          invitation: z.strictObject({ id: text, name: text }).optional(),
          signIn: z
            .strictObject({ account: text, personId: text, grantedBy: z.enum(['claim', 'invitation']) })
            .optional(),
        }),
        change: change.optional(),
      }),
      derived: ({ id, workspaceId, createdAt }) =>
        indexKeys.tokenOfWorkspace(String(workspaceId), String(createdAt), String(id)),
    },
  ],
  INVITATION: [
    {
      name: 'Invitation',
      partition: idPart('workspaceId'),
      sort: new RegExp(`^(?<invitationId>${ID})$`),
      attributes: z.looseObject({
        name: text,
        role: z.enum(ROLES),
        createdAt: time,
        expiresAt: epochSeconds,
        createdBy: z.strictObject({ tokenId: text, tokenName: z.string() }),
        secretDigest: digest,
        creatorDigest: digest,
        creatorPerson: digest.optional(),
      }),
      derived: (_, { workspaceId, invitationId }) => ({ workspaceId, id: invitationId }),
    },
  ],
  PERSON: [
    {
      name: 'Person',
      partition: idPart('workspaceId'),
      sort: /^[0-9a-f]{64}$/,
      attributes: z.looseObject({
        revision: text,
        granted: z.strictObject({ role: z.enum(ROLES), by: z.enum(['claim', 'invitation']) }),
        tokenDigests: z.array(digest).min(1).max(MAX_TOKENS_PER_PERSON),
        expiresAt: epochSeconds.optional(),
        recent: z.strictObject({ since: epochSeconds, count: z.int().min(1) }).optional(),
        invited: z
          .strictObject({ role: z.enum(ROLES), invitation: z.strictObject({ id: text, name: text }) })
          .optional(),
      }),
      derived: (_, { workspaceId }) => ({ workspaceId }),
    },
    {
      name: 'Used nonce',
      partition: idPart('workspaceId'),
      sort: /^NONCE#[0-9a-f]{64}$/,
      attributes: z.looseObject({ expiresAt: epochSeconds }),
      derived: (_, { workspaceId }) => ({ workspaceId }),
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
        isArchived: flag,
        isClosed: flag,
        webhookReplies,
        customDomain: text.optional(),
        revision: z.int().min(1),
        writes: z.int().min(1),
        lastRelease: count,
        releasedDigest: text.optional(),
        draftRelease: z.int().min(1).optional(),
        releasedPartsId: text.optional(),
        document: storedDocument,
        listed: z.looseObject({
          name: z.string(),
          icon: z.string().optional(),
          folderId: z.string().optional(),
          publicId: text.optional(),
          updatedAt: time,
          contentDigest: text,
          published: publishedHead.optional(),
          source: z.looseObject({ id: text, revision: text.optional(), digest: text }).optional(),
        }),
        change: change.optional(),
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
      attributes: z.looseObject({
        endedAt: time,
        change: change.optional(),
        expiresAt: epochSeconds.optional(),
      }),
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
        document: storedDocument,
        listed: z.looseObject({
          publishedAt: time.optional(),
          createdBy: z.strictObject({ tokenId: text, tokenName: z.string() }).optional(),
        }),
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
        webhookReplies,
      }),
    },
  ],
  DOMAIN: [
    {
      name: 'Claim of a domain',
      partition: /^(?<domain>[^#]+)$/,
      sort: META,
      // Claims of earlier versions have no publicId. It is null if the bot has none.
      attributes: z.looseObject({ botId: text, publicId: text.nullish() }),
    },
  ],
  // Health checks read a key that no item has.
  HEALTH: [],
  HOST: [
    {
      name: 'Registered domain',
      partition: /^(?<domain>[a-z0-9.-]+)$/,
      sort: META,
      attributes: z.looseObject({ workspaceId: text, createdAt: time, change: change.optional() }),
      derived: ({ workspaceId, createdAt }, { domain = '' }) => ({
        name: domain,
        ...indexKeys.domainOfWorkspace(String(workspaceId), String(createdAt), domain),
      }),
    },
  ],
  CREDENTIALS: [
    {
      name: 'Stored credentials',
      partition: idPart('workspaceId'),
      sort: /^(?<credentialsId>[A-Za-z0-9_-]{1,64})$/,
      // Strict, so that a value that got into the table is noticed.
      attributes: z.strictObject({
        pk: text,
        sk: text,
        id: text,
        workspaceId: text,
        kind: z.enum([...CREDENTIAL_KINDS.keys()]),
        name: text.optional(),
        state: z.enum(CREDENTIALS_STATES),
        createdAt: time,
        updatedAt: time,
        change: change.optional(),
      }),
      derived: (_, { workspaceId, credentialsId }) => ({ workspaceId, id: credentialsId }),
    },
  ],
  FOLDERS: [
    {
      name: 'Folders',
      partition: idPart('workspaceId'),
      sort: META,
      attributes: z.looseObject({
        folders: z
          .array(
            z.looseObject({
              id: z.string().regex(FOLDER_ID_FORM),
              name: text,
              parentFolderId: text.optional(),
              createdAt: time,
              updatedAt: time,
            }),
          )
          .refine(
            (folders) =>
              isSoundTree(folders.map(({ id, parentFolderId = null }) => ({ id, parentFolderId }))),
            'Is not a tree',
          ),
        version: z.int().min(1),
        change: change.optional(),
      }),
      derived: (_, { workspaceId }) => ({ workspaceId }),
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
        variables: z.array(z.looseObject({ id: text })),
        lastChatSessionId: text.optional(),
        sessions: z.record(z.string(), count).optional(),
        endedAt: time.optional(),
        change: change.optional(),
        expiresAt: epochSeconds.optional(),
        listed: z.looseObject({ hasStarted: flag, isCompleted: flag, isArchived: flag }),
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
  ERASED: [
    {
      name: 'Erased result',
      partition: idPart('botId'),
      sort: /^[0-9a-f]{64}$/,
      // Nothing else: the item outlives what was erased.
      attributes: z.strictObject({ pk: text, sk: text, erasedAt: time }),
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
        ending: encoded.optional(),
      }),
      derived: (_, { sessionId }) => ({ id: sessionId }),
      encoded: ['state', 'ending'],
    },
  ],
  STATS: [
    {
      name: 'Counters of a day',
      partition: idPart('botId'),
      sort: /^\d{4}-\d\d-\d\d#\d$/,
      attributes: z
        .looseObject({})
        .refine((item) => Object.keys(item).some(isCounter), 'Contains no counter')
        .refine(
          (item) => Object.entries(item).every(([name, value]) => !isCounter(name) || isPositive(value)),
          'A counter is not a positive whole number',
        )
        .refine(
          (item) => Object.keys(item).every((name) => isCounter(name) || KEY_ATTRIBUTES.has(name)),
          'Contains an attribute that is not a counter',
        ),
    },
  ],
  QUOTA: [
    {
      name: 'What a workspace has used of a day',
      partition: idPart('workspaceId'),
      sort: /^\d{4}-\d\d-\d\d#(CHATS|MAILS|REQUESTS|UPLOAD_BYTES)$/,
      attributes: z.looseObject({ used: z.int().min(1), expiresAt: epochSeconds }),
    },
  ],
  AUDIT: [
    {
      name: 'Entry of the audit trail',
      partition: idPart('workspaceId'),
      sort: new RegExp(`^(?<at>${TIME})#(?<id>${ID})$`),
      attributes: change.extend({ expiresAt: epochSeconds.optional() }),
      derived: (_, { workspaceId, at, id }) => ({ workspaceId, at, id }),
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
          'Has neither a response nor a lock',
        ),
      encoded: ['answer'],
    },
    {
      name: 'Part of a kept response',
      partition: new RegExp(`^(?<tokenId>${ID})#(?<keyDigest>[0-9a-f]{64})$`),
      sort: new RegExp(`^PART#(?<partsId>${ID})#(?<part>\\d{3})$`),
      attributes: z.looseObject({ bytes: z.instanceof(Uint8Array), expiresAt: epochSeconds }),
    },
  ],
  JOB: [
    {
      name: 'Job',
      partition: idPart('jobId'),
      sort: META,
      attributes: z.looseObject({
        workspaceId: text,
        tokenId: text,
        change: change.optional(),
        task: z.looseObject({ kind: z.enum(JOB_KINDS) }),
        state: z.enum(JOB_STATES),
        progress: z.record(z.string(), count),
        place: z.looseObject({}),
        isCancelRequested: flag,
        slices: count,
        endedSlices: count.optional(),
        isUndercounted: z.literal(true).optional(),
        revision: count,
        error: z.string().optional(),
        createdAt: time,
        startedAt: time.optional(),
        endedAt: time.optional(),
        expiresAt: epochSeconds.optional(),
      }),
      derived: ({ workspaceId, createdAt }, { jobId = '' }) => ({
        id: jobId,
        ...indexKeys.jobOfWorkspace(String(workspaceId), String(createdAt), jobId),
      }),
    },
  ],
};

const KEY_ATTRIBUTES = new Set(['pk', 'sk']);

/** Whether the attribute counts views, starts or completions for one hour, such as `v07`. */
function isCounter(attribute: string): boolean {
  return /^[vsc]([01]\d|2[0-3])$/.test(attribute);
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
