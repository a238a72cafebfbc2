import { type BotHead, nextTimestamp } from '#lib/bots/document/bot-head.ts';
import type { StoredHead } from '#lib/bots/store/bot-item.ts';

/** The head of a bot whose draft was replaced, and the number of the release that preserves the old draft. */
export type ReplacedDraft = { head: BotHead; keptAsRelease?: number };

/**
 * Returns the head for a bot whose whole draft is replaced. If the old draft is not yet a release, it is kept
 * as the next, unpublished release, so that nothing is lost.
 */
export function toReplacedDraft({ head, stored }: StoredHead): ReplacedDraft {
  const changed = { ...head, updatedAt: nextTimestamp(head.updatedAt), revision: head.revision + 1 };
  if (stored.draftRelease !== undefined) return { head: changed };
  const lastRelease = head.lastRelease + 1;
  return {
    head: { ...changed, lastRelease, releasedDigest: stored.listed.contentDigest },
    keptAsRelease: lastRelease,
  };
}
