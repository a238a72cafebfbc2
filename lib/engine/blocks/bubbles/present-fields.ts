import type { JsonObject } from '#lib/bots/document/bot-document.ts';

/** Without the fields that a document left out, as it is sent. */
export function presentFields(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
