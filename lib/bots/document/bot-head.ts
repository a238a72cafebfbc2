import type { JsonObject } from '#lib/json/json-object.ts';
import type { BotDocument, ResultsTablePreferences } from './bot-document.ts';
import type { BotVersion } from './bot-version.ts';

/** What the server stores about a bot besides its document. */
export type BotHead = {
  id: string;
  workspaceId: string;
  /**
   * ISO 8601, UTC, milliseconds. Each change sets `updatedAt` to the current time, or to 1 ms after the
   * previous `updatedAt` if that is later.
   */
  createdAt: string;
  updatedAt: string;
  isArchived: boolean;
  isClosed: boolean;
  publicId: string | null;
  customDomain: string | null;
  /** Number of changes of the draft. It is the ETag. */
  revision: number;
  /** Number of the newest release, published or not. 0 before the first. */
  lastRelease: number;
  /** Digest of the newest release's flow. It tells whether the draft has changed since. */
  releasedDigest: string | null;
  published: PublishedHead | null;
  /** Set as long as the bot's newest change is that publishing gave it its publicId. */
  givenPublicId: GivenPublicId | null;
};

export type GivenPublicId = {
  /** The bot's `updatedAt` after publishing. */
  at: string;
  /** The bot's `updatedAt` before publishing: the time of the last change that somebody made to the draft. */
  draftUpdatedAt: string;
};

export type PublishedHead = {
  /** Id of the published copy. It is not the bot's id. */
  id: string;
  createdAt: string;
  publishedAt: string;
  release: number;
  /** Digest of the published flow. It tells whether publishing the draft would change anything. */
  digest: string;
};

/** A bot as it is stored: the head is decided by the server, the document by the owner. */
export type Bot = { head: BotHead; document: BotDocument };

/** Fields that the server decides. They are ignored in a request, so that a GET response can be sent back. */
export const SERVER_FIELDS = [
  'id',
  'workspaceId',
  'createdAt',
  'updatedAt',
  'isArchived',
  'isClosed',
  'publicId',
  'customDomain',
] as const;

/** The part of a document that its owner decides. */
export function withoutServerFields(document: JsonObject): JsonObject {
  const owned = { ...document };
  for (const field of SERVER_FIELDS) delete owned[field];
  return owned;
}

/**
 * A timestamp later than `previous`, so that timestamps alone always tell whether a bot has changed since.
 */
export function nextTimestamp(previous: string, nowMs = Date.now()): string {
  return new Date(Math.max(nowMs, Date.parse(previous) + 1)).toISOString();
}

/** The bot as the API returns it, with every field of the interface. Fields without a value are null. */
export function presentBot({ head, document }: Bot) {
  return {
    icon: null as string | null,
    folderId: null as string | null,
    selectedThemeTemplateId: null as string | null,
    resultsTablePreferences: null as ResultsTablePreferences | null,
    whatsAppCredentialsId: null as string | null,
    riskLevel: null as number | null,
    ...document,
    version: document.version as BotVersion,
    id: head.id,
    workspaceId: head.workspaceId,
    publicId: head.publicId,
    customDomain: head.customDomain,
    createdAt: head.createdAt,
    updatedAt: head.updatedAt,
    isArchived: head.isArchived,
    isClosed: head.isClosed,
  };
}

/** A strong ETag: it changes with every change of the draft, and with nothing else. */
export function formatEtag(head: BotHead): string {
  return `"${head.revision}"`;
}
