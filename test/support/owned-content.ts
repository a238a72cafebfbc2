import { expect } from 'vitest';
import type { JsonObject } from '#lib/json/json-object.ts';

/** What the server decides about a bot, whatever is sent. Said here again, independently of the code. */
const SERVER_FIELDS = new Set([
  'id',
  'workspaceId',
  'createdAt',
  'updatedAt',
  'isArchived',
  'isClosed',
  'publicId',
  'customDomain',
]);

/** The part of a document that its owner decides, and that has to come back as it was sent. */
export function ownedContent(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !SERVER_FIELDS.has(field)));
}

/** Expects an answered bot to hold all that was sent, unchanged. It may hold more: defaults, server fields. */
export function expectToHold(answered: JsonObject, sent: JsonObject): void {
  for (const [field, value] of Object.entries(ownedContent(sent))) {
    expect(answered[field], field).toStrictEqual(value);
  }
}
