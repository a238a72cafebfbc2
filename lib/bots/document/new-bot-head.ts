import { createId } from '@paralleldrive/cuid2';
import type { BotHead } from './bot-head.ts';

/**
 * The head of a bot that is about to be created. It has no public address and is not published.
 *
 * @param id defaults to a new id; given if the request has an idempotency key
 */
export function newBotHead(workspaceId: string, id = createId()): BotHead {
  const now = new Date().toISOString();
  return {
    id,
    workspaceId,
    createdAt: now,
    updatedAt: now,
    isArchived: false,
    isClosed: false,
    publicId: null,
    customDomain: null,
    revision: 1,
    lastRelease: 0,
    releasedDigest: null,
    published: null,
    givenPublicId: null,
  };
}
