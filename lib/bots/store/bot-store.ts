import { randomUUID } from 'node:crypto';
import type { BotDocument, BotFlow } from '#lib/bots/document/bot-document.ts';
import type { Bot, BotHead, GivenPublicId, PublishedHead } from '#lib/bots/document/bot-head.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { discardParts, loadDocument, type StoredDocument, storeDocument } from '#lib/store/document-parts.ts';
import {
  type Condition,
  ConditionFailed,
  getItem,
  type Item,
  putItem,
  type TransactionWrite,
  transact,
  unavailable,
} from '#lib/store/dynamodb.ts';
import { indexKeys, isId, keys } from '#lib/store/keys.ts';
import { flowDigest } from './flow-digest.ts';

/*
 * A bot is one item with its document inside (or in parts beside it, when it is large), its published copy
 * another, each release another. See docs/storage-schema.md.
 *
 * Every write of the bot's item is conditional on `writes`, a counter of those writes, so nothing is ever
 * overwritten unseen. It is not `revision`, which counts changes of the draft only: publishing must not make
 * a client's ETag stale.
 */

/** A bot's head as read, with what the next write of its item has to know. */
export type StoredHead = { head: BotHead; stored: ItemState };

/** The same, with its document. */
export type StoredBot = StoredHead & { document: BotDocument };

type ItemState = {
  /** How often the item has been written. */
  writes: number;
  document: StoredDocument;
  /** The parts that a release shares with the draft it was made from, or that was made from it. */
  releasedPartsId?: string;
  /** The release that the draft is, whole and unchanged: it need not be kept again before it is replaced. */
  draftRelease?: number;
  listed: Listed;
};

/** The bot was changed between reading and writing it: read it again. */
export class BotChanged extends Error {
  constructor(cause: ConditionFailed) {
    super('The bot was changed by somebody else', { cause });
    this.name = 'BotChanged';
  }
}

/** Another bot has the publicId or the custom domain. */
export class ClaimTaken extends Error {
  readonly field: 'publicId' | 'customDomain';

  constructor(field: 'publicId' | 'customDomain', cause: ConditionFailed) {
    super(`The ${field} is taken`, { cause });
    this.name = 'ClaimTaken';
    this.field = field;
  }
}

/** A bot that was to be created is there already. */
export class BotExists extends Error {
  constructor(cause: BotChanged) {
    super('There is a bot with this id', { cause });
    this.name = 'BotExists';
  }
}

/** What is known of a document without reading it: what a list shows, and a digest that tells whether it changed. */
export type Listed = { name?: string; icon?: string; folderId?: string; contentDigest: string };

/** Copies for the list are cut, for the index must stay small and a name has no limit. */
const MAX_LISTED_CHARS = 250;

/** Half of a surrogate pair, from the document or from the cut, has no UTF-8: DynamoDB refuses it. */
export function listedText(text: string): string {
  return text.slice(0, MAX_LISTED_CHARS).toWellFormed();
}

function listedOf(document: BotDocument): Listed {
  const { name, icon, folderId } = document;
  return {
    name: listedText(name),
    ...(typeof icon === 'string' && { icon: listedText(icon) }),
    ...(typeof folderId === 'string' && { folderId: listedText(folderId) }),
    contentDigest: flowDigest(document),
  };
}

function headItem(head: BotHead, { listed, ...state }: ItemState): Item {
  // Archived bots are a list of their own, so that neither list has to be searched for what belongs to it.
  const listKeys = head.isArchived ? indexKeys.archivedBotOfWorkspace : indexKeys.botOfWorkspace;
  return {
    ...keys.draft(head.id),
    ...listKeys(head.workspaceId, head.createdAt, head.id),
    ...head,
    // Sparse: an attribute that is not there costs nothing in the index.
    publicId: head.publicId ?? undefined,
    customDomain: head.customDomain ?? undefined,
    releasedDigest: head.releasedDigest ?? undefined,
    published: head.published ?? undefined,
    givenPublicId: givenPublicIdOf(head) ?? undefined,
    ...listed,
    ...state,
  };
}

/** A later change ends it, whatever made that change. */
function givenPublicIdOf({ givenPublicId, updatedAt }: BotHead): GivenPublicId | null {
  return givenPublicId?.at === updatedAt ? givenPublicId : null;
}

function stateOf(item: Item): ItemState {
  const { name, icon, folderId, contentDigest } = item as Listed;
  return {
    writes: item.writes as number,
    document: item.document as StoredDocument,
    ...(item.releasedPartsId !== undefined && { releasedPartsId: item.releasedPartsId as string }),
    ...(item.draftRelease !== undefined && { draftRelease: item.draftRelease as number }),
    listed: {
      contentDigest,
      ...(name !== undefined && { name }),
      ...(icon !== undefined && { icon }),
      ...(folderId !== undefined && { folderId }),
    },
  };
}

function headOf(item: Item): BotHead {
  return {
    id: item.id as string,
    workspaceId: item.workspaceId as string,
    createdAt: item.createdAt as string,
    updatedAt: item.updatedAt as string,
    isArchived: item.isArchived === true,
    isClosed: item.isClosed === true,
    publicId: (item.publicId as string | undefined) ?? null,
    customDomain: (item.customDomain as string | undefined) ?? null,
    revision: item.revision as number,
    lastRelease: item.lastRelease as number,
    releasedDigest: (item.releasedDigest as string | undefined) ?? null,
    published: (item.published as PublishedHead | undefined) ?? null,
    givenPublicId: (item.givenPublicId as GivenPublicId | undefined) ?? null,
  };
}

/**
 * Writes a new bot, and the claims of what it wants.
 *
 * @throws ClaimTaken, BotExists
 */
export async function createBot(bot: Bot): Promise<void> {
  const document = await storeDocument(bot.head.id, bot.document);
  try {
    const item = headItem(bot.head, { writes: 1, document, listed: listedOf(bot.document) });
    const condition = { expression: 'attribute_not_exists(pk)' };
    const claims = claimWrites(undefined, bot.head);
    await writeWithClaims({ put: item, condition }, claims, []);
  } catch (error) {
    await discardUnlessWritten(bot.head.id, document, error);
    throw error instanceof BotChanged ? new BotExists(error) : error;
  }
}

/**
 * Puts an item, and knows its own write again: the SDK repeats a request whose answer was lost, and then the
 * condition fails on what we have just written ourselves. (A transaction carries a token for that.)
 */
async function putOnce(item: Item, condition: Condition): Promise<void> {
  const writeId = randomUUID();
  try {
    await putItem({ ...item, writeId }, condition);
  } catch (error) {
    if (!(error instanceof ConditionFailed && error.item?.writeId === writeId)) throw error;
  }
}

/**
 * Deletes the parts of a document whose item was surely not written. After any other error nobody knows, and parts
 * that an item points to must stay; parts that nothing points to cost some storage and nothing else.
 */
async function discardUnlessWritten(botId: string, document: StoredDocument, error: unknown): Promise<void> {
  const refusal = error instanceof BotChanged || error instanceof ClaimTaken ? error.cause : error;
  if (refusal instanceof ConditionFailed && refusal.isSure) await discardParts(botId, document);
}

/** How often a reader follows a bot that is being rewritten under it. */
const MAX_READS = 5;

/**
 * Reads the item and its document; when the document's parts are gone, the item has been rewritten in between,
 * so it is read again. An id that cannot be one is simply not there.
 *
 * @param assertAccess throws for a caller who may not see the item's workspace, before any document is read
 */
export async function readWithDocument(
  botId: string,
  read: () => Promise<Item | undefined>,
  assertAccess: (workspaceId: string) => void,
): Promise<{ item: Item; document: unknown } | undefined> {
  if (!isId(botId)) return undefined;
  for (let attempt = 0; attempt < MAX_READS; attempt++) {
    const item = await read();
    if (!item) return undefined;
    assertAccess(item.workspaceId as string);
    const document = await loadDocument(botId, item.document as StoredDocument);
    if (document !== undefined) return { item, document };
  }
  throw unavailable(new Error('The parts of a document kept disappearing'));
}

export async function readBot(
  botId: string,
  assertAccess: (workspaceId: string) => void,
): Promise<StoredBot | undefined> {
  const found = await readWithDocument(botId, () => getItem(keys.draft(botId)), assertAccess);
  if (!found) return undefined;
  const { item, document } = found;
  return { head: headOf(item), document: document as BotDocument, stored: stateOf(item) };
}

/** What the server knows of a bot. A document that is kept in parts is not read. */
export async function readBotHead(botId: string): Promise<StoredHead | undefined> {
  if (!isId(botId)) return undefined;
  const item = await getItem(keys.draft(botId));
  return item && { head: headOf(item), stored: stateOf(item) };
}

const CLAIMS = {
  publicId: { keyOf: keys.publicIdClaim, contentOf: publicIdContent },
  customDomain: {
    // DNS names know no case, and a trailing slash makes no other page.
    keyOf: (domain: string) => keys.customDomainClaim(domain.toLowerCase().replace(/\/$/, '')),
    contentOf: (): PublicIdContent => ({}),
  },
} as const;

type ClaimField = keyof typeof CLAIMS;

/** What a claim on a publicId knows of its bot, so that a chat can begin with one small read. */
export type PublicIdContent = { release?: number; publishedAt?: string; isClosed?: true };

function publicIdContent({ published, isClosed }: Pick<BotHead, 'published' | 'isClosed'>): PublicIdContent {
  return {
    ...(published && { release: published.release, publishedAt: published.publishedAt }),
    ...(isClosed && { isClosed }),
  };
}

/** The claims that a bot needs, as items, but for its own id in them. */
export function claimsOf(head: Pick<BotHead, 'publicId' | 'customDomain' | 'published' | 'isClosed'>) {
  return (Object.keys(CLAIMS) as ClaimField[]).flatMap((field) => claimOf(field, head) ?? []);
}

/** `field` where the write can fail because another bot has the claim. */
type ClaimWrite = { field: ClaimField | undefined; write: TransactionWrite };

/** The writes that move a bot's claims from what it had to what it wants, and bring what they know up to date. */
function claimWrites(before: BotHead | undefined, after: BotHead): ClaimWrite[] {
  return (Object.keys(CLAIMS) as ClaimField[]).flatMap((field) => {
    const had = claimOf(field, before);
    const wants = claimOf(field, after);
    if (JSON.stringify(had) === JSON.stringify(wants)) return [];
    const values = { ':botId': after.id };
    return [
      ...(wants
        ? [
            {
              field,
              write: {
                put: { ...wants, botId: after.id },
                condition: { expression: 'attribute_not_exists(pk) OR botId = :botId', values },
              },
            },
          ]
        : []),
      ...(had && had.pk !== wants?.pk
        ? [
            {
              field: undefined,
              write: {
                delete: { pk: had.pk, sk: had.sk },
                condition: { expression: 'botId = :botId', values },
              },
            },
          ]
        : []),
    ];
  });
}

function claimOf(field: ClaimField, head: Parameters<typeof claimsOf>[0] | undefined) {
  const name = head?.[field];
  if (!head || name === null || name === undefined) return undefined;
  const { keyOf, contentOf } = CLAIMS[field];
  return { ...keyOf(name), ...contentOf(head) };
}

/** A bot that has a publicId, as much as its claim tells. */
export type ClaimedBot = PublicIdContent & { botId: string };

/** @param publicId one that `isPublicId` accepts */
export async function readPublicIdClaim(publicId: string): Promise<ClaimedBot | undefined> {
  return (await getItem(keys.publicIdClaim(publicId))) as ClaimedBot | undefined;
}

/**
 * Writes the bot's item and whatever has to change with it, all or nothing.
 *
 * @throws BotChanged, ClaimTaken
 */
async function writeItem(
  before: StoredHead,
  head: BotHead,
  state: Omit<ItemState, 'writes'>,
  also: TransactionWrite[],
): Promise<void> {
  const condition = { expression: 'writes = :writes', values: { ':writes': before.stored.writes } };
  const item = headItem(head, { ...state, writes: before.stored.writes + 1 });
  await writeWithClaims({ put: item, condition }, claimWrites(before.head, head), also);
}

async function writeWithClaims(
  { put, condition }: { put: Item; condition: Condition },
  claims: ClaimWrite[],
  also: TransactionWrite[],
): Promise<void> {
  try {
    if (claims.length === 0 && also.length === 0) {
      await putOnce(put, condition);
    } else {
      await transact([{ put, condition }, ...claims.map((claim) => claim.write), ...also]);
    }
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const field = claims[error.index - 1]?.field;
    throw field === undefined ? new BotChanged(error) : new ClaimTaken(field, error);
  }
}

/**
 * Saves a changed draft. A document that is the same as before is not written again. With a head that counts one
 * release more, the draft before it is kept as that release, in the same transaction.
 *
 * @param before with its document, where the caller knows it
 * @throws BotChanged, ClaimTaken
 */
export async function saveDraft(before: StoredHead & { document?: BotDocument }, after: Bot): Promise<void> {
  const kept = keptDraft(before, after.head);
  if (kept.length === 0 && JSON.stringify(before.document) === JSON.stringify(after.document)) {
    return await saveHead(before, after.head);
  }
  const botId = after.head.id;
  const document = await storeDocument(botId, after.document);
  const { draftRelease: _, ...state } = before.stored;
  try {
    await writeItem(before, after.head, { ...state, document, listed: listedOf(after.document) }, kept);
  } catch (error) {
    await discardUnlessWritten(botId, document, error);
    throw error;
  }
  // A release shares the parts of the draft that it was made from.
  const isReleased = kept.length > 0 || before.stored.document.parts?.id === before.stored.releasedPartsId;
  if (!isReleased) await discardParts(botId, before.stored.document);
}

/**
 * Saves a head whose draft has not changed: another publicId, or nothing published any more.
 *
 * @throws BotChanged, ClaimTaken
 */
export async function saveHead(before: StoredHead, head: BotHead): Promise<void> {
  const isUnpublished = before.head.published !== null && head.published === null;
  await writeItem(before, head, before.stored, isUnpublished ? [{ delete: keys.published(head.id) }] : []);
}

export type PublishedBotCopy = {
  head: PublishedHead;
  botId: string;
  workspaceId: string;
  flow: BotFlow;
};

/**
 * Publishes: writes the bot's item, the published copy and, when the draft is not the newest release already,
 * that release, in one transaction.
 *
 * @throws BotChanged, ClaimTaken
 */
export async function savePublication(
  before: StoredHead,
  head: BotHead & { published: PublishedHead },
): Promise<void> {
  const { id: botId, workspaceId, published, lastRelease } = head;
  const isNewRelease = lastRelease !== before.head.lastRelease;
  const copyOf = (document: StoredDocument): TransactionWrite => ({
    put: { ...keys.published(botId), ...published, botId, workspaceId, document },
  });
  const { publishedAt } = published;
  if (isNewRelease) {
    const release = releaseWrite(before, lastRelease, { createdAt: publishedAt, publishedAt });
    const state = { ...before.stored, ...sharedWith(lastRelease, before.stored.document) };
    return await writeItem(before, head, state, [copyOf(before.stored.document), release]);
  }

  const item = await getItem(keys.release(botId, lastRelease));
  if (!item) throw new ServiceError('INTERNAL_SERVER_ERROR', `Release ${lastRelease} of a bot is missing`);
  const writes = [copyOf(item.document as StoredDocument)];
  // It was kept when something else replaced the draft, and is published for the first time now.
  if (item.publishedAt === undefined) {
    writes.push({
      update: keys.release(botId, lastRelease),
      with: { expression: 'SET publishedAt = :publishedAt', values: { ':publishedAt': publishedAt } },
    });
  }
  await writeItem(before, head, before.stored, writes);
}

/** Keeps the draft as it is stored as a release. One that was never published has no `publishedAt`. */
function releaseWrite(
  { head, stored }: StoredHead,
  release: number,
  times: { createdAt: string; publishedAt?: string },
): TransactionWrite {
  return {
    put: {
      ...keys.release(head.id, release),
      ...indexKeys.releaseOfBot(head.id, times.createdAt, release),
      botId: head.id,
      workspaceId: head.workspaceId,
      release,
      ...times,
      digest: stored.listed.contentDigest,
      document: stored.document,
    },
    condition: { expression: 'attribute_not_exists(pk)' },
  };
}

/** The release that the draft becomes before it is replaced, where the head counts one more. */
function keptDraft(before: StoredHead, { lastRelease, updatedAt }: BotHead): TransactionWrite[] {
  if (lastRelease === before.head.lastRelease) return [];
  return [releaseWrite(before, lastRelease, { createdAt: updatedAt })];
}

/** What the item remembers of a draft and a release that are the same, parts included. */
function sharedWith(
  release: number,
  document: StoredDocument,
): Pick<ItemState, 'draftRelease' | 'releasedPartsId'> {
  return { draftRelease: release, ...(document.parts && { releasedPartsId: document.parts.id }) };
}

/**
 * Makes a release the draft, sharing its bytes or parts. With a `head` that counts one release more, the draft
 * before it is kept as that release, in the same transaction.
 *
 * @throws BotChanged
 */
export async function saveRestoredRelease(
  before: StoredHead,
  head: BotHead,
  restored: { release: number; stored: StoredDocument; document: BotDocument },
): Promise<void> {
  const state = {
    ...before.stored,
    document: restored.stored,
    listed: listedOf(restored.document),
    ...sharedWith(restored.release, restored.stored),
  };
  await writeItem(before, head, state, keptDraft(before, head));
}

export async function readPublished(
  botId: string,
  assertAccess: (workspaceId: string) => void,
): Promise<PublishedBotCopy | undefined> {
  const found = await readWithDocument(botId, () => getItem(keys.published(botId)), assertAccess);
  if (!found) return undefined;
  const { item, document } = found;
  return {
    head: {
      id: item.id as string,
      createdAt: item.createdAt as string,
      publishedAt: item.publishedAt as string,
      release: item.release as number,
      digest: item.digest as string,
    },
    botId,
    workspaceId: item.workspaceId as string,
    flow: document as BotFlow,
  };
}
