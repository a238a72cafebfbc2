import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { BotHead, GivenPublicId, PublishedHead } from '#lib/bots/document/bot-head.ts';
import type { StoredDocument } from '#lib/store/document-parts.ts';
import type { Item } from '#lib/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/store/keys.ts';
import { flowDigest } from './flow-digest.ts';

/*
 * A bot is one item. It contains the bot's document, or a large document is in parts beside it. The published
 * copy is another item, and so is each release. See docs/storage-schema.md.
 */

/** A bot's head as read, with the state that the next write of its item needs. */
export type StoredHead = { head: BotHead; stored: ItemState };

/** The same, with the bot's document. */
export type StoredBot = StoredHead & { document: BotDocument };

export type ItemState = {
  /** How often the item has been written. */
  writes: number;
  document: StoredDocument;
  /**
   * Id of parts that a release shares with the draft it was made from, or with the draft restored from it.
   */
  releasedPartsId?: string;
  /**
   * The release that equals the draft, whole and unchanged. Such a draft need not be kept again before it is
   * replaced.
   */
  draftRelease?: number;
  listed: Listed;
};

/**
 * What is known about a document without reading it: the fields that a list shows, and a digest that tells
 * whether it changed.
 */
export type Listed = { name?: string; icon?: string; folderId?: string; contentDigest: string };

/** Copies for the list are cut because the index must stay small and names have no limit. */
const MAX_LISTED_CHARS = 250;

/**
 * Half of a surrogate pair, which the document can hold or the cut can leave, has no UTF-8 encoding and
 * DynamoDB refuses it.
 */
export function listedText(text: string): string {
  return text.slice(0, MAX_LISTED_CHARS).toWellFormed();
}

export function toListed(document: BotDocument): Listed {
  const { name, icon, folderId } = document;
  return {
    name: listedText(name),
    ...(typeof icon === 'string' && { icon: listedText(icon) }),
    ...(typeof folderId === 'string' && { folderId: listedText(folderId) }),
    contentDigest: flowDigest(document),
  };
}

export function headItem(head: BotHead, { listed, ...state }: ItemState): Item {
  // Archived bots have a list of their own, so that neither list has to skip the bots of the other.
  const listKeys = head.isArchived ? indexKeys.archivedBotOfWorkspace : indexKeys.botOfWorkspace;
  return {
    ...keys.draft(head.id),
    ...listKeys(head.workspaceId, head.createdAt, head.id),
    ...head,
    // An absent attribute costs nothing in the index.
    publicId: head.publicId ?? undefined,
    customDomain: head.customDomain ?? undefined,
    releasedDigest: head.releasedDigest ?? undefined,
    published: head.published ?? undefined,
    givenPublicId: getGivenPublicId(head) ?? undefined,
    ...listed,
    ...state,
  };
}

/** Any later change of the bot clears it. */
function getGivenPublicId({ givenPublicId, updatedAt }: BotHead): GivenPublicId | null {
  return givenPublicId?.at === updatedAt ? givenPublicId : null;
}

export function toState(item: Item): ItemState {
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

export function toHead(item: Item): BotHead {
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
