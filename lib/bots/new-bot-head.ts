import { createId } from '@paralleldrive/cuid2';
import type { BotHead } from './bot-head.ts';

/** The head of a bot that is about to be created: a new id, no public address, nothing published. */
export function newBotHead(workspaceId: string): BotHead {
  const now = new Date().toISOString();
  return {
    id: createId(),
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
