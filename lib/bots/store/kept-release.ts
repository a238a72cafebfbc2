import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { BotHead } from '#lib/bots/document/bot-head.ts';
import type { StoredDocument } from '#lib/store/document-parts.ts';
import type { TransactionWrite } from '#lib/store/dynamodb.ts';
import { indexKeys, keys } from '#lib/store/keys.ts';
import { type ItemState, type StoredHead, toListed } from './bot-item.ts';
import { writeItem } from './write-bot-item.ts';

/** Keeps the draft as it is stored as a release. One that was never published has no `publishedAt`. */
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

/** The release that the draft becomes before it is replaced, where the head counts one more. */
export function keptDraft(before: StoredHead, { lastRelease, updatedAt }: BotHead): TransactionWrite[] {
  if (lastRelease === before.head.lastRelease) return [];
  return [releaseWrite(before, lastRelease, { createdAt: updatedAt })];
}

/** What the item remembers of a draft and a release that are the same, parts included. */
export function sharedWith(
  release: number,
  document: StoredDocument,
): Pick<ItemState, 'draftRelease' | 'releasedPartsId'> {
  return { draftRelease: release, ...(document.parts && { releasedPartsId: document.parts.id }) };
}

/**
 * Makes a release the draft, sharing its bytes or parts. With a `head` that counts one release more, the draft
 * before it is kept as that release, in the same transaction.
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
