import { expect } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Fields that the server controls, whatever the client sends. Repeated here to keep the tests independent of the
 * code under test.
 */
const SERVER_FIELDS = new Set([
  'id',
  'workspaceId',
  'createdAt',
  'updatedAt',
  'isArchived',
  'isClosed',
  'webhookReplies',
  'publicId',
  'customDomain',
]);

/** Returns the part of a document that the owner controls and that must come back unchanged. */
export function ownedContent(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !SERVER_FIELDS.has(field)));
}

/**
 * Expects a returned bot to contain everything that was sent, unchanged. It may also have defaults and server
 * fields.
 */
export function expectToHold(returned: JsonObject, sent: JsonObject): void {
  for (const [field, value] of Object.entries(ownedContent(sent))) {
    expect(returned[field], field).toStrictEqual(value);
  }
}
