import type { StoredHead } from '#lib/bots/store/bot-item.ts';
import { type BotHead, nextTimestamp } from './document/bot-head.ts';

/** The head of a bot whose draft another document replaces, and the release as which the draft is kept. */
export type ReplacedDraft = { head: BotHead; keptAsRelease?: number };

/**
 * What a bot's head becomes when its draft is replaced as a whole. A draft that is no release yet is kept as the next
 * one, which is not published: so nothing is lost.
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
