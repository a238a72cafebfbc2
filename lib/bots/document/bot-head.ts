import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { BotDocument } from './bot-document.ts';
import type { WebhookReplies } from './webhook-replies.ts';

/** The stored data of a bot apart from its document. */
export type BotHead = {
  id: string;
  workspaceId: string;
  /**
   * ISO 8601, UTC, milliseconds. Each change sets `updatedAt` to the current time, or to 1 ms after its
   * previous value if that is later.
   */
  createdAt: string;
  updatedAt: string;
  isArchived: boolean;
  isClosed: boolean;
  webhookReplies: WebhookReplies;
  publicId: string | null;
  customDomain: string | null;
  /** Number of changes to the draft so far; serves as the ETag. */
  revision: number;
  /** Number of the newest release, published or not. 0 if there is none. */
  lastRelease: number;
  /** Digest of the newest release's flow, used to tell whether the draft has changed since. */
  releasedDigest: string | null;
  published: PublishedHead | null;
  /** Set if the bot's latest change is the publication that generated its publicId. */
  givenPublicId: GivenPublicId | null;
  /** Set if an import said where the bot came from. */
  source: BotSource | null;
};

/** Where a bot came from, as the latest import that said so named it. */
export type BotSource = {
  id: string;
  /** Opaque text of the tool that moved the bot. */
  revision?: string;
  /** Digest of the flow as that import stored it, used to tell whether the draft has changed since. */
  digest: string;
};

export type GivenPublicId = {
  /** The bot's `updatedAt` after publishing. */
  at: string;
  /** The bot's `updatedAt` before publishing: when someone last edited the draft. */
  draftUpdatedAt: string;
};

export type PublishedHead = {
  /** Id of the published copy, different from the bot's id. */
  id: string;
  createdAt: string;
  publishedAt: string;
  release: number;
  /** Digest of the published flow, used to tell whether publishing the draft would change anything. */
  digest: string;
};

/** A bot as stored: the server controls the head, the owner the document. */
export type Bot = { head: BotHead; document: BotDocument };

/**
 * Fields controlled by the server. Requests may contain them, so that clients can send back what they read, but
 * they are ignored.
 */
export const SERVER_FIELDS = [
  'id',
  'workspaceId',
  'createdAt',
  'updatedAt',
  'isArchived',
  'isClosed',
  'webhookReplies',
  'publicId',
  'customDomain',
] as const;

/** Returns the document without the fields controlled by the server. */
export function withoutServerFields(document: JsonObject): JsonObject {
  const owned = { ...document };
  for (const field of SERVER_FIELDS) delete owned[field];
  return owned;
}

/**
 * Returns the current time, or 1 ms after `previous` if that is later, so that a changed bot always has a new
 * timestamp.
 */
export function nextTimestamp(previous: string, nowMs = Date.now()): string {
  return new Date(Math.max(nowMs, Date.parse(previous) + 1)).toISOString();
}
