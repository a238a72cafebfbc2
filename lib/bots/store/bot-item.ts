import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { BotHead, GivenPublicId, PublishedHead } from '#lib/bots/document/bot-head.ts';
import type { StoredDocument } from '#lib/store/document-parts.ts';
import type { Item } from '#lib/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/store/keys.ts';
import { flowDigest } from './flow-digest.ts';

/*
 * A bot is one item with its document inside, or in parts beside it when it is large. Its published copy is another item,
 * and so is each release. See docs/storage-schema.md.
 */

/** A bot's head as read, with what the next write of its item has to know. */
export type StoredHead = { head: BotHead; stored: ItemState };

/** The same, with its document. */
export type StoredBot = StoredHead & { document: BotDocument };

export type ItemState = {
  /** How often the item has been written. */
  writes: number;
  document: StoredDocument;
  /** The parts that a release shares with the draft it was made from, or that was made from it. */
  releasedPartsId?: string;
  /** The release that the draft is, whole and unchanged: it need not be kept again before it is replaced. */
  draftRelease?: number;
  listed: Listed;
};

/** What is known of a document without reading it: what a list shows, and a digest that tells whether it changed. */
export type Listed = { name?: string; icon?: string; folderId?: string; contentDigest: string };

/** Copies for the list are cut, for the index must stay small and a name has no limit. */
const MAX_LISTED_CHARS = 250;

/** Half of a surrogate pair, from the document or from the cut, has no UTF-8: DynamoDB refuses it. */
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
    givenPublicId: getGivenPublicId(head) ?? undefined,
    ...listed,
    ...state,
  };
}

/** A later change ends it, whatever made that change. */
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
