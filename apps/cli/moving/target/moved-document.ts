import { createHash } from 'node:crypto';
import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import { findLinkedBotIds, relinkBots } from '#lib/bots/document/linked-bots.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** A bot of the source as it is imported. Its links name bots of the target, as far as these are known. */
export type MovedDocument = {
  draft: JsonObject;
  /** The draft with the flow, the theme and the settings of the published copy. Null if there is none. */
  publication: JsonObject | null;
  /** Ids in its links that the map lacks. */
  unknownLinks: string[];
};

/** Parts of a document that its published copy has of its own. */
export const PUBLISHED_KEYS = [
  'version',
  'events',
  'groups',
  'edges',
  'variables',
  'theme',
  'settings',
] as const;

/** Keys that say where and when a bot was stored, or in which state. They do not become part of a document. */
const STORAGE_KEYS = [
  'id',
  'workspaceId',
  'spaceId',
  'createdAt',
  'updatedAt',
  'isArchived',
  'isClosed',
] as const;

/** @param newIds ids of the bots in the target by those in the source */
export function toMovedDocument(
  { draft, published }: SourceBot,
  newIds: ReadonlyMap<string, string>,
): MovedDocument {
  const publication = published && withFlow(draft, published);
  const links = [draft, ...(publication ? [publication] : [])].flatMap(findLinkedBotIds);
  return {
    draft: relinkBots(dropStorageKeys(draft), newIds),
    publication: publication && relinkBots(dropStorageKeys(publication), newIds),
    unknownLinks: [...new Set(links.map(({ botId }) => botId))].filter((botId) => !newIds.has(botId)),
  };
}

function withFlow(draft: JsonObject, published: JsonObject): JsonObject {
  const document = { ...draft };
  for (const key of PUBLISHED_KEYS) {
    if (published[key] === undefined) delete document[key];
    else document[key] = published[key];
  }
  return document;
}

function dropStorageKeys(document: JsonObject): JsonObject {
  const moved = { ...document };
  for (const key of STORAGE_KEYS) delete moved[key];
  return moved;
}

/**
 * Names the draft and the publication that were brought. The service keeps it with the bot, so that the next
 * move knows what has changed since.
 */
export type Revision = { draft: string; publication: string };

/** Digests are shortened: two versions of one bot with the same 64 bits do not occur. */
const DIGEST_CHARS = 16;

/** @param original the draft as it is in the source, with its state */
export function toRevision(
  { draft, publication }: Pick<MovedDocument, 'draft' | 'publication'>,
  { isClosed, isArchived }: JsonObject,
): Revision {
  return {
    draft: digest([draft, isClosed === true, isArchived === true]),
    publication: digest(publication && PUBLISHED_KEYS.map((key) => publication[key])),
  };
}

/** Does not depend on the order of keys, which the API and the database of the source return differently. */
function digest(value: unknown): string {
  const text = JSON.stringify(value, (_key, part) => (isJsonObject(part) ? withSortedKeys(part) : part));
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARS);
}

function withSortedKeys(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function formatRevision({ draft, publication }: Revision): string {
  return `draft ${draft}, published ${publication}`;
}

/** Returns undefined for a bot whose move was interrupted, or that another tool has brought. */
export function parseRevision(text: string | undefined): Revision | undefined {
  const [, draft, publication] = /^draft (\w+), published (\w+)$/.exec(text ?? '') ?? [];
  return draft !== undefined && publication !== undefined ? { draft, publication } : undefined;
}
