import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import type { BotHead, PublishedHead } from '#lib/bots/document/bot-head.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { getItem, type TransactionWrite } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import type { StoredHead } from './bot-item.ts';
import type { StoredDocument } from './document-parts.ts';
import { releaseWrite, sharedWith } from './kept-release.ts';
import { readWithDocument } from './read-with-document.ts';
import { getReleasePublishedAt } from './release-store.ts';
import { writeItem } from './write-bot-item.ts';

export type PublishedBotCopy = {
  head: PublishedHead;
  botId: string;
  workspaceId: string;
  flow: BotFlow;
};

/**
 * Publishes a draft. One transaction writes the bot's item, the published copy and, unless the draft equals the
 * newest release, a new release.
 *
 * @throws BotChangedError, ClaimTakenError
 */
export async function savePublication(
  before: StoredHead,
  head: BotHead & { published: PublishedHead },
  change: Change,
): Promise<void> {
  const { id: botId, workspaceId, published, lastRelease } = head;
  const isNewRelease = lastRelease !== before.head.lastRelease;
  const toCopy = (document: StoredDocument): TransactionWrite => ({
    put: { ...keys.published(botId), ...published, botId, workspaceId, document },
  });
  const { publishedAt } = published;
  if (isNewRelease) {
    const release = releaseWrite(before, lastRelease, { createdAt: publishedAt, publishedAt }, change);
    const state = { ...before.stored, ...sharedWith(lastRelease, before.stored.document) };
    return await writeItem(before, head, state, [toCopy(before.stored.document), release], change);
  }

  const item = await getItem(keys.release(botId, lastRelease));
  if (!item) throw new ServiceError('INTERNAL_SERVER_ERROR', `Release ${lastRelease} of a bot is missing`);
  const writes = [toCopy(item.document as StoredDocument)];
  // First publication of a release that had only preserved a replaced draft.
  if (getReleasePublishedAt(item) === null) {
    writes.push({
      update: keys.release(botId, lastRelease),
      with: { expression: 'SET listed.publishedAt = :publishedAt', values: { ':publishedAt': publishedAt } },
    });
  }
  await writeItem(before, head, before.stored, writes, change);
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
