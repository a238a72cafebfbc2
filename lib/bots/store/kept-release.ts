import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { BotHead } from '#lib/bots/document/bot-head.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import type { TransactionWrite } from '#lib/platform/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/platform/store/keys.ts';
import { type ItemState, type StoredHead, toListed } from './bot-item.ts';
import type { StoredDocument } from './document-parts.ts';
import { writeItem } from './write-bot-item.ts';

/** The token that made a release. */
export type ReleaseAuthor = { tokenId: string; tokenName: string };

/**
 * Returns the write that keeps the stored draft as a release. Without `publishedAt`, the release was never
 * published.
 */
export function releaseWrite(
  { head, stored }: StoredHead,
  release: number,
  times: { createdAt: string; publishedAt?: string },
  { actor }: Change,
): TransactionWrite {
  return {
    put: {
      ...keys.release(head.id, release),
      ...indexKeys.releaseOfBot(head.id, times.createdAt, release),
      botId: head.id,
      workspaceId: head.workspaceId,
      release,
      createdAt: times.createdAt,
      digest: stored.listed.contentDigest,
      document: stored.document,
      // Written even if empty, so that `publishedAt` can be added later.
      listed: {
        publishedAt: times.publishedAt,
        ...(actor.type === 'token' && {
          createdBy: { tokenId: actor.tokenId, tokenName: actor.tokenName } satisfies ReleaseAuthor,
        }),
      },
    },
    condition: { expression: 'attribute_not_exists(pk)' },
  };
}

/** Returns the write that keeps the old draft as a release, if the new head has a higher `lastRelease`. */
export function keepDraft(
  before: StoredHead,
  { lastRelease, updatedAt }: BotHead,
  change: Change,
): TransactionWrite[] {
  if (lastRelease === before.head.lastRelease) return [];
  return [releaseWrite(before, lastRelease, { createdAt: updatedAt }, change)];
}

/** Returns the item fields for a draft that equals a release and shares its parts. */
export function sharedWith(
  release: number,
  document: StoredDocument,
): Pick<ItemState, 'draftRelease' | 'releasedPartsId'> {
  return { draftRelease: release, ...(document.parts && { releasedPartsId: document.parts.id }) };
}

/**
 * Makes a release the draft, reusing its bytes or parts. If `head` has a higher `lastRelease`, the old draft is
 * kept as that release in the same transaction.
 *
 * @throws BotChangedError
 */
export async function saveRestoredRelease(
  before: StoredHead,
  head: BotHead,
  restored: { release: number; stored: StoredDocument; document: BotDocument },
  change: Change,
): Promise<void> {
  const state = {
    ...before.stored,
    document: restored.stored,
    listed: toListed(restored.document),
    ...sharedWith(restored.release, restored.stored),
  };
  await writeItem(before, head, state, keepDraft(before, head, change), change);
}
