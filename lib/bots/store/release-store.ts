import type { BotDocument, BotFlow } from '#lib/bots/document/bot-document.ts';
import { getItem, type Item, queryOnce } from '#lib/platform/store/dynamodb.ts';
import { keys, lists } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { getPosition, type Page, readPage } from '#lib/platform/store/page.ts';
import { loadDocument, type StoredDocument } from './document-parts.ts';
import type { ReleaseAuthor } from './kept-release.ts';
import { readWithDocument } from './read-with-document.ts';

/** A release as the list index stores it, without its document. */
export type ListedRelease = {
  release: number;
  createdAt: string;
  /** Null if the release was never published and only preserves a replaced draft. */
  publishedAt: string | null;
  /** Absent for releases that are older than the audit trail or were made by the operator. */
  createdBy?: ReleaseAuthor;
};

export type StoredRelease = ListedRelease & {
  botId: string;
  workspaceId: string;
  /** The whole draft, not only the published part. */
  document: BotDocument;
  stored: StoredDocument;
};

/** Reads a release. Releases and their parts never change and are never deleted. */
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
    publishedAt: getReleasePublishedAt(item),
    ...getAuthor(item),
    botId,
    workspaceId: item.workspaceId as string,
    document: document as BotDocument,
    stored: item.document as StoredDocument,
  };
}

/** Releases that are read for their flows. They are one request of at most 1 MB. */
const MAX_FORMER_RELEASES = 20;
/** Documents in parts cost a request each. */
const MAX_FORMER_IN_PARTS = 1;
/** Size of the flows as JSON, several times of which they take in memory. The newest is read whatever its size. */
const MAX_FORMER_BYTES = 4_000_000;

/**
 * Reads flows that were published before a release, newest first: as many as one query and the limits above allow. The
 * caller has checked the access to the bot.
 */
export async function readPublishedFlowsBefore(botId: string, release: number): Promise<BotFlow[]> {
  if (release <= 1) return [];
  const { pk, sk: first } = keys.release(botId, 1);
  const { items } = await queryOnce(
    {
      keyCondition: 'pk = :bot AND sk BETWEEN :first AND :last',
      values: { ':bot': pk, ':first': first, ':last': keys.release(botId, release - 1).sk },
      newestFirst: true,
    },
    { limit: MAX_FORMER_RELEASES },
  );
  const documents = items
    .filter((item) => getReleasePublishedAt(item) !== null)
    .map((item) => item.document as StoredDocument);
  const flows = await Promise.all(withinLimits(documents).map((document) => loadDocument(botId, document)));
  return flows.filter((flow) => flow !== undefined) as BotFlow[];
}

function withinLimits(documents: readonly StoredDocument[]): StoredDocument[] {
  let [bytes, inParts] = [0, 0];
  return documents.filter(({ rawBytes, parts }, index) => {
    bytes += rawBytes;
    if (parts) inParts += 1;
    return index === 0 || (bytes <= MAX_FORMER_BYTES && (!parts || inParts <= MAX_FORMER_IN_PARTS));
  });
}

/** Reads a page of a bot's releases, newest first. */
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
  const { createdAt, id: release } = getPosition(item);
  return {
    release: Number(release),
    createdAt,
    publishedAt: getReleasePublishedAt(item),
    ...getAuthor(item),
  };
}

function getAuthor(item: Item): Pick<ListedRelease, 'createdBy'> {
  const createdBy = getListedAttributes(item).createdBy as ReleaseAuthor | undefined;
  if (!createdBy) return {};
  // DynamoDB does not preserve the order of keys in a map.
  const { tokenId, tokenName } = createdBy;
  return { createdBy: { tokenId, tokenName } };
}

/** Returns null if the release was never published. */
export function getReleasePublishedAt(item: Item): string | null {
  const { publishedAt } = getListedAttributes(item);
  return typeof publishedAt === 'string' ? publishedAt : null;
}
