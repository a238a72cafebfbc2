import type { JsonObject } from '#lib/json/json-object.ts';
import type { BotDocument, ResultsTablePreferences } from './bot-document.ts';
import type { BotVersion } from './bot-version.ts';

/** What the server knows of a bot beside its document. */
export type BotHead = {
  id: string;
  workspaceId: string;
  /** ISO 8601, UTC, milliseconds. Each change makes `updatedAt` later than it was, by the clock or by 1 ms. */
  createdAt: string;
  updatedAt: string;
  isArchived: boolean;
  isClosed: boolean;
  publicId: string | null;
  customDomain: string | null;
  /** Counts the changes of the draft; the ETag. */
  revision: number;
  /** The number of the newest release, published or not; 0 before the first. */
  lastRelease: number;
  /** Digest of the flow that the newest release holds: tells whether the draft has changed since. */
  releasedDigest: string | null;
  published: PublishedHead | null;
  /** There while the newest change of the bot is that publishing gave it its publicId. */
  givenPublicId: GivenPublicId | null;
};

export type GivenPublicId = {
  /** `updatedAt` as publishing left it. */
  at: string;
  /** `updatedAt` as it was before: of the last change that somebody made to the draft. */
  draftUpdatedAt: string;
};

export type PublishedHead = {
  /** Id of the published copy, which is not the bot's. */
  id: string;
  createdAt: string;
  publishedAt: string;
  release: number;
  /** Digest of the flow that is published: tells whether publishing the draft would change anything. */
  digest: string;
};

/** A bot as it is stored: what the server knows, and what its owner sent. */
export type Bot = { head: BotHead; document: BotDocument };

/** Fields that the server decides. In a body they are ignored, so that what GET returns can be sent back. */
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

/** A later timestamp than `previous`, so that "changed since" can always be told from timestamps alone. */
export function nextTimestamp(previous: string, nowMs = Date.now()): string {
  return new Date(Math.max(nowMs, Date.parse(previous) + 1)).toISOString();
}

/** The bot as the API answers it: every field of the interface is there, null where there is nothing. */
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
