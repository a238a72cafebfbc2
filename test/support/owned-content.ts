import { expect } from 'vitest';
import type { JsonObject } from '#lib/json/json-object.ts';

/**
 * The fields that the server decides, whatever is sent. Repeated here so that the test is independent of the
 * code.
 */
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

/** The part of a document that its owner decides and that must come back as it was sent. */
export function ownedContent(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !SERVER_FIELDS.has(field)));
}

/**
 * Expects a returned bot to hold everything that was sent, unchanged. It can hold more: defaults and server
 * fields.
 */
export function expectToHold(answered: JsonObject, sent: JsonObject): void {
  for (const [field, value] of Object.entries(ownedContent(sent))) {
    expect(answered[field], field).toStrictEqual(value);
  }
}
