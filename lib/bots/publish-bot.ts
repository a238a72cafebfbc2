import { createId } from '@paralleldrive/cuid2';
import { type Caller, requireRole } from '#lib/auth/access.ts';
import { ClaimTaken } from '#lib/bots/store/bot-claims.ts';
import type { StoredHead } from '#lib/bots/store/bot-item.ts';
import { readBotHead, saveHead } from '#lib/bots/store/draft-store.ts';
import { savePublication } from '#lib/bots/store/publication-store.ts';
import { assertNotArchived } from './archived-bot.ts';
import { botNotFound } from './bot-not-found.ts';
import { type BotHead, nextTimestamp, type PublishedHead } from './document/bot-head.ts';
import { publicIdFromName } from './document/public-id-from-name.ts';
import { rewriteBot } from './rewrite-bot.ts';

export type Publication = { publicId: string; release: number; publishedAt: string };

/** A suffix of seven random characters is taken once in billions. Three in a row must have another cause. */
const MAX_PUBLIC_ID_ATTEMPTS = 3;

/**
 * Publishes the draft as it is and keeps it as a numbered release. A bot without a publicId gets one. If the
 * draft has not changed since the newest release, no other release is made.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT for an archived bot
 */
export async function publishBot(botId: string, caller: Caller): Promise<Publication> {
  return rewriteBot(botId, readBotHead, async (bot) => {
    requireRole(caller, bot.head.workspaceId, 'editor', botNotFound());
    assertNotArchived(bot.head);
    if (bot.head.publicId !== null) return publishAs(bot, bot.head.publicId);
    for (let attempt = 1; ; attempt++) {
      try {
        return await publishAs(bot, publicIdFromName(bot.stored.listed.name ?? ''));
      } catch (error) {
        if (!(error instanceof ClaimTaken) || attempt === MAX_PUBLIC_ID_ATTEMPTS) throw error;
      }
    }
  });
}

async function publishAs(bot: StoredHead, publicId: string): Promise<Publication> {
  const head = withPublicId(bot.head, publicId);
  const digest = bot.stored.listed.contentDigest;
  const { release, isPublished } = releaseToPublish(head, digest);
  if (head.published && isPublished) {
    if (head !== bot.head) await saveHead(bot, head);
    return toPublication(publicId, head.published);
  }

  const now = new Date().toISOString();
  const published: PublishedHead = {
    id: head.published?.id ?? createId(),
    createdAt: head.published?.createdAt ?? now,
    publishedAt: now,
    release,
    digest,
  };
  await savePublication(bot, { ...head, lastRelease: release, releasedDigest: digest, published });
  return toPublication(publicId, published);
}

/**
 * Publishing can give a bot its publicId. Its responses change then, so its ETag and `updatedAt` change too.
 * That tells a client that sends back the `publicId: null` it read before from one that has seen the publicId
 * and wants to remove it.
 */
function withPublicId(head: BotHead, publicId: string): BotHead {
  if (head.publicId === publicId) return head;
  const updatedAt = nextTimestamp(head.updatedAt);
  const givenPublicId = { at: updatedAt, draftUpdatedAt: head.updatedAt };
  return { ...head, publicId, updatedAt, revision: head.revision + 1, givenPublicId };
}

/**
 * The release that a draft with this digest is or becomes, and whether it is published already. The published
 * release need not be the newest: it can be an older one that was restored.
 */
export function releaseToPublish(head: BotHead, digest: string): { release: number; isPublished: boolean } {
  if (head.published?.digest === digest) return { release: head.published.release, isPublished: true };
  const isReleased = head.lastRelease > 0 && head.releasedDigest === digest;
  return { release: isReleased ? head.lastRelease : head.lastRelease + 1, isPublished: false };
}

function toPublication(publicId: string, { release, publishedAt }: PublishedHead): Publication {
  return { publicId, release, publishedAt };
}
