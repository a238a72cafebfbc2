import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { BotHead } from '#lib/bots/document/bot-head.ts';
import type { StoredDocument } from '#lib/store/document-parts.ts';
import type { TransactionWrite } from '#lib/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/store/keys.ts';
import { type ItemState, type StoredHead, toListed } from './bot-item.ts';
import { writeItem } from './write-bot-item.ts';

/** Keeps the stored draft as a release. A release that was never published has no `publishedAt`. */
export function releaseWrite(
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

/** The write that keeps the old draft as a release, if the new head has a higher `lastRelease`. */
export function keptDraft(before: StoredHead, { lastRelease, updatedAt }: BotHead): TransactionWrite[] {
  if (lastRelease === before.head.lastRelease) return [];
  return [releaseWrite(before, lastRelease, { createdAt: updatedAt })];
}

/** The fields of the bot's item for a draft that equals a release and shares its parts. */
export function sharedWith(
  release: number,
  document: StoredDocument,
): Pick<ItemState, 'draftRelease' | 'releasedPartsId'> {
  return { draftRelease: release, ...(document.parts && { releasedPartsId: document.parts.id }) };
}

/**
 * Makes a release the draft, with the same bytes or parts. If `head` has a higher `lastRelease`, the old
 * draft is kept as that release in the same transaction.
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
    listed: toListed(restored.document),
    ...sharedWith(restored.release, restored.stored),
  };
  await writeItem(before, head, state, keptDraft(before, head));
}
