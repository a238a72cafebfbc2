import type { JsonObject } from '#lib/json/json-object.ts';

/** Without the fields that a document left out, as it is sent. */
export function presentFields(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
