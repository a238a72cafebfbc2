import type { StoredHead } from '#lib/bots/store/bot-item.ts';
import { type BotHead, nextTimestamp } from './document/bot-head.ts';

/** The head of a bot after its draft was replaced, and the release that the old draft is kept as. */
export type ReplacedDraft = { head: BotHead; keptAsRelease?: number };

/**
 * Makes the head for a bot whose draft is replaced as a whole. A draft that is not a release yet is kept as
 * the next one, unpublished, so nothing is lost.
 */
export function replacedDraft({ head, stored }: StoredHead): ReplacedDraft {
  const changed = { ...head, updatedAt: nextTimestamp(head.updatedAt), revision: head.revision + 1 };
  if (stored.draftRelease !== undefined) return { head: changed };
  const lastRelease = head.lastRelease + 1;
  return {
    head: { ...changed, lastRelease, releasedDigest: stored.listed.contentDigest },
    keptAsRelease: lastRelease,
  };
}
