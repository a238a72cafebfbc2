import type { BotSource, PublishedHead } from '#lib/bots/document/bot-head.ts';
import type { Item } from '#lib/store/dynamodb.ts';
import { keys, lists } from '#lib/store/keys.ts';
import { listedAttributes } from '#lib/store/listed-attributes.ts';
import { getPlace, type Page, readPage } from '#lib/store/page.ts';
import { type Listed, listedText } from './bot-item.ts';

/** A bot as the list index stores it, without its document. */
export type ListedBot = {
  id: string;
  /** Name, icon and folder are truncated to 250 characters. */
  name: string;
  icon: string | null;
  folderId: string | null;
  publicId: string | null;
  createdAt: string;
  updatedAt: string;
  contentDigest: string;
  published: PublishedHead | null;
  source: BotSource | null;
};

/** Null selects bots without a folder, undefined selects all. */
export type FolderFilter = string | null | undefined;

export type BotListQuery = {
  workspaceId: string;
  isArchived: boolean;
  folderId: FolderFilter;
  limit: number;
  cursor: string | undefined;
};

/** Reads a page of a workspace's bots, newest first. */
export async function readBotPage({
  workspaceId,
  isArchived,
  folderId,
  limit,
  cursor,
}: BotListQuery): Promise<Page<ListedBot>> {
  const { items, nextCursor } = await readPage({
    partition: isArchived ? lists.archivedBots(workspaceId) : lists.bots(workspaceId),
    toKey: keys.draft,
    limit,
    cursor,
    ...(folderId !== undefined && { accepts: isInFolder(folderId) }),
  });
  return { items: items.map(toListedBot), ...(nextCursor !== undefined && { nextCursor }) };
}

function isInFolder(folderId: string | null): (item: Item) => boolean {
  const listed = folderId === null ? undefined : listedText(folderId);
  return (item) => listedAttributes(item).folderId === listed;
}

function toListedBot(item: Item): ListedBot {
  const { updatedAt, publicId, published, source, ...listed } = listedAttributes(item);
  const { name, icon, folderId, contentDigest } = listed as Listed;
  const { id, createdAt } = getPlace(item);
  return {
    id,
    name: name ?? '',
    icon: icon ?? null,
    folderId: folderId ?? null,
    publicId: (publicId as string | undefined) ?? null,
    createdAt,
    updatedAt: updatedAt as string,
    contentDigest,
    published: (published as PublishedHead | undefined) ?? null,
    source: (source as BotSource | undefined) ?? null,
  };
}
