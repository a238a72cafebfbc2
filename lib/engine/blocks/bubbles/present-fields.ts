import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Drops undefined fields. */
export function presentFields(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
