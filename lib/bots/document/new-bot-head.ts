import { createId } from '#lib/platform/store/create-id.ts';
import type { BotHead } from './bot-head.ts';

/** Head of a bot without a public address. */
export type UnclaimedHead = BotHead & { publicId: null; customDomain: null };

/**
 * Returns the head for a new bot: unpublished and without a public address.
 *
 * @param id defaults to a random id; passed in if the request has an idempotency key
 */
export function newBotHead(workspaceId: string, id = createId()): UnclaimedHead {
  const now = new Date().toISOString();
  return {
    id,
    workspaceId,
    createdAt: now,
    updatedAt: now,
    isArchived: false,
    isClosed: false,
    webhookReplies: 'text',
    publicId: null,
    customDomain: null,
    revision: 1,
    lastRelease: 0,
    releasedDigest: null,
    published: null,
    givenPublicId: null,
    source: null,
  };
}
