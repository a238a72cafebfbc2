import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Names a document after its file if it has no name. An import would call it "My bot". */
export function nameAfterFile(document: JsonObject, fileName: string): JsonObject {
  if (document.name !== undefined) return document;
  return { ...document, name: fileName.replace(/\.(?:json|ya?ml)$/i, '') };
}
