import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { BotHead, BotSource, GivenPublicId, PublishedHead } from '#lib/bots/document/bot-head.ts';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import type { StoredDocument } from './document-parts.ts';
import { flowDigest } from './flow-digest.ts';

/*
 * A bot is one item that contains the document. A large document is stored in separate parts instead. The
 * published copy and each release are items of their own. See docs/storage-schema.md.
 */

/** A bot's head as read, with the state needed to write its item again. */
export type StoredHead = { head: BotHead; stored: ItemState };

/** A stored head together with the bot's document. */
export type StoredBot = StoredHead & { document: BotDocument };

export type ItemState = {
  /** Number of times the item has been written. */
  writes: number;
  document: StoredDocument;
  /** Id of the parts that the draft shares with the release it was published as or restored from. */
  releasedPartsId?: string;
  /**
   * Number of the release that equals the whole draft. When replaced, such a draft does not have to be kept
   * again.
   */
  draftRelease?: number;
  listed: Listed;
};

/**
 * Document properties available without reading the document: the fields shown in lists, and a digest to
 * detect changes. The item's `listed` map also has the fields of the head that lists show.
 */
export type Listed = { name?: string; icon?: string; folderId?: string; contentDigest: string };

/** Names have no length limit, so copies in the index are truncated to keep it small. */
const MAX_LISTED_CHARS = 250;

/**
 * Replaces lone surrogates, which the document may contain or the truncation may produce: they have no UTF-8
 * encoding, and DynamoDB refuses them.
 */
export function toListedText(text: string): string {
  return text.slice(0, MAX_LISTED_CHARS).toWellFormed();
}

export function toListed(document: BotDocument): Listed {
  const { name, icon, folderId } = document;
  return {
    name: toListedText(name),
    ...(typeof icon === 'string' && { icon: toListedText(icon) }),
    ...(typeof folderId === 'string' && { folderId: toListedText(folderId) }),
    contentDigest: flowDigest(document),
  };
}

export function headItem(head: BotHead, { listed, ...state }: ItemState): Item {
  // Archived bots have a separate list, so that no list has to skip bots.
  const listKeys = head.isArchived ? indexKeys.archivedBotOfWorkspace : indexKeys.botOfWorkspace;
  const { updatedAt, publicId, published, source, ...unlisted } = head;
  return {
    ...keys.draft(head.id),
    ...listKeys(head.workspaceId, head.createdAt, head.id),
    ...unlisted,
    webhookReplies: head.webhookReplies === 'text' ? head.webhookReplies : undefined,
    // Undefined rather than null: an absent attribute takes no space.
    customDomain: head.customDomain ?? undefined,
    releasedDigest: head.releasedDigest ?? undefined,
    givenPublicId: getGivenPublicId(head) ?? undefined,
    listed: {
      ...listed,
      updatedAt,
      publicId: publicId ?? undefined,
      published: published ?? undefined,
      source: source ?? undefined,
    },
    ...state,
  };
}

/** Null if the bot has been changed since. */
function getGivenPublicId({ givenPublicId, updatedAt }: BotHead): GivenPublicId | null {
  return givenPublicId?.at === updatedAt ? givenPublicId : null;
}

export function toState(item: Item): ItemState {
  const { name, icon, folderId, contentDigest } = getListedAttributes(item) as Listed;
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

export function toHead(item: Item): BotHead {
  const { updatedAt, publicId, published, source } = getListedAttributes(item);
  return {
    id: item.id as string,
    workspaceId: item.workspaceId as string,
    createdAt: item.createdAt as string,
    updatedAt: updatedAt as string,
    isArchived: item.isArchived === true,
    isClosed: item.isClosed === true,
    // Bots from before this attribute take replies as they always have.
    webhookReplies: item.webhookReplies === 'text' ? 'text' : 'data',
    publicId: (publicId as string | undefined) ?? null,
    customDomain: (item.customDomain as string | undefined) ?? null,
    revision: item.revision as number,
    lastRelease: item.lastRelease as number,
    releasedDigest: (item.releasedDigest as string | undefined) ?? null,
    published: (published as PublishedHead | undefined) ?? null,
    givenPublicId: (item.givenPublicId as GivenPublicId | undefined) ?? null,
    source: (source as BotSource | undefined) ?? null,
  };
}
