import type { JsonObject } from '#lib/json/json-object.ts';

/** The fields to send, without those that a document left out. */
export function presentFields(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
