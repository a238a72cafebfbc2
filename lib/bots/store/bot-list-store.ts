import type { BotSource, PublishedHead } from '#lib/bots/document/bot-head.ts';
import { type BotState, stateOf } from '#lib/bots/document/bot-state.ts';
import type { Item } from '#lib/platform/store/dynamodb.ts';
import { keys, lists } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { getPosition, readPage, type SearchPage, searchPage } from '#lib/platform/store/page.ts';
import { textMatcher } from '#lib/platform/validation/folded-text.ts';
import { type Listed, toListedText } from './bot-item.ts';

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
  /** Part of the name or of the publicId, whatever its case and accents. */
  search?: string | undefined;
  state?: BotState | undefined;
  limit: number;
  cursor: string | undefined;
};

/** `searched` is present if the query has a search or a state: the page then ends after a part of the list. */
export type BotListPage = Omit<SearchPage<ListedBot>, 'searched'> & { searched?: number };

/** Reads a page of a workspace's bots, newest first. */
export async function readBotPage(query: BotListQuery): Promise<BotListPage> {
  const { workspaceId, isArchived, folderId, search, state, limit, cursor } = query;
  const filters = [
    ...(folderId === undefined ? [] : [isInFolder(folderId)]),
    ...(search === undefined ? [] : [isNamed(search)]),
    ...(state === undefined ? [] : [isInState(state)]),
  ];
  const isSearch = search !== undefined || state !== undefined;
  const { items, ...more } = await (isSearch ? searchPage : readPage)({
    partition: isArchived ? lists.archivedBots(workspaceId) : lists.bots(workspaceId),
    toKey: keys.draft,
    limit,
    cursor,
    accepts: (item) => filters.every((accepts) => accepts(item)),
  });
  return { items: items.map(toListedBot), ...more };
}

function isInState(state: BotState): (item: Item) => boolean {
  return (item) => stateOf(toListedBot(item)) === state;
}

function isNamed(search: string): (item: Item) => boolean {
  const matches = textMatcher(search);
  return (item) => {
    const { name, publicId } = toListedBot(item);
    return matches(name) || matches(publicId ?? '');
  };
}

function isInFolder(folderId: string | null): (item: Item) => boolean {
  const listed = folderId === null ? undefined : toListedText(folderId);
  return (item) => getListedAttributes(item).folderId === listed;
}

function toListedBot(item: Item): ListedBot {
  const { updatedAt, publicId, published, source, ...listed } = getListedAttributes(item);
  const { name, icon, folderId, contentDigest } = listed as Listed;
  const { id, createdAt } = getPosition(item);
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
