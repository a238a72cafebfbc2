import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { StoredDocument } from '#lib/store/document-parts.ts';
import { getItem, type Item } from '#lib/store/dynamodb.ts';
import { keys, lists } from '#lib/store/keys.ts';
import { type Page, readPage } from '#lib/store/page.ts';
import { readWithDocument } from './read-with-document.ts';

/** A release as the index has it, without its document. */
export type ListedRelease = {
  release: number;
  createdAt: string;
  /** Null if the release was never published: the draft was kept when something else replaced it. */
  publishedAt: string | null;
};

export type StoredRelease = ListedRelease & {
  botId: string;
  workspaceId: string;
  /** The whole draft as it was kept, not only the part that is published. */
  document: BotDocument;
  stored: StoredDocument;
};

/** Releases and their parts never change and are never deleted. */
export async function readRelease(
  botId: string,
  release: number,
  assertAccess: (workspaceId: string) => void,
): Promise<StoredRelease | undefined> {
  const found = await readWithDocument(botId, () => getItem(keys.release(botId, release)), assertAccess);
  if (!found) return undefined;
  const { item, document } = found;
  return {
    release,
    createdAt: item.createdAt as string,
    publishedAt: getPublishedAt(item),
    botId,
    workspaceId: item.workspaceId as string,
    document: document as BotDocument,
    stored: item.document as StoredDocument,
  };
}

/** A page of a bot's releases, newest first. */
export async function readReleasePage(
  botId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<ListedRelease>> {
  const { items, nextCursor } = await readPage({
    partition: lists.releases(botId),
    toKey: (release) => keys.release(botId, Number(release)),
    limit,
    cursor,
  });
  return { items: items.map(toListedRelease), ...(nextCursor !== undefined && { nextCursor }) };
}

function toListedRelease(item: Item): ListedRelease {
  const [createdAt = '', release] = String(item.gsi1sk).split('#');
  return { release: Number(release), createdAt, publishedAt: getPublishedAt(item) };
}

function getPublishedAt({ publishedAt }: Item): string | null {
  return typeof publishedAt === 'string' ? publishedAt : null;
}
