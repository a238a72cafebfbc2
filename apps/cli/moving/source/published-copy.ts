import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Keys of a published copy that say which row it is. */
const ROW_KEYS = ['id', 'typebotId', 'lastActivityAt'] as const;

/** Returns what `SourceBot` has of a published copy, as the API or the database returns it. */
export function toPublished(copy: JsonObject): JsonObject {
  const published = { ...copy };
  for (const key of ROW_KEYS) delete published[key];
  return published;
}
