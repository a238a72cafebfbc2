import { randomUUID } from 'node:crypto';
import {
  decodeDocument,
  type EncodedDocument,
  encodeDocument,
  MAX_INLINE_BYTES,
} from '#lib/platform/store/document-codec.ts';
import { getItems, type Item, writeItems } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';

/** A document attribute: the compressed bytes themselves, or a reference to the parts that hold them. */
export type StoredDocument = Pick<EncodedDocument, 'codec' | 'rawBytes'> &
  ({ bytes: Uint8Array; parts?: never } | { bytes?: never; parts: { id: string; count: number } });

/**
 * Prepares a document for storage in an item. A document too large for one item is first written as parts
 * under a new id. Readers cannot find the parts until an item points to them, and no other writer uses the
 * id, so an incomplete write is never visible.
 */
export async function storeDocument(botId: string, document: unknown): Promise<StoredDocument> {
  const { codec, rawBytes, bytes } = encodeDocument(document);
  if (bytes.byteLength <= MAX_INLINE_BYTES) return { codec, rawBytes, bytes };

  const id = randomUUID();
  const count = Math.ceil(bytes.byteLength / MAX_INLINE_BYTES);
  const createdAt = new Date().toISOString();
  const parts = Array.from({ length: count }, (_, part) => ({
    put: {
      ...keys.documentPart(botId, id, part),
      // Used to distinguish orphaned parts from those of a write in progress.
      createdAt,
      bytes: bytes.subarray(part * MAX_INLINE_BYTES, (part + 1) * MAX_INLINE_BYTES),
    },
  }));
  const stored: StoredDocument = { codec, rawBytes, parts: { id, count } };
  try {
    await writeItems(parts);
  } catch (error) {
    await discardParts(botId, stored);
    throw error;
  }
  return stored;
}

/** Returns undefined if parts are missing: the item that pointed to them has changed and must be read again. */
export async function loadDocument(botId: string, stored: StoredDocument): Promise<unknown> {
  const { codec, rawBytes } = stored;
  if (stored.bytes) return decodeDocument({ codec, rawBytes, bytes: stored.bytes });

  const { id, count } = stored.parts;
  const items = await getItems(
    Array.from({ length: count }, (_, part) => keys.documentPart(botId, id, part)),
  );
  if (items.length < count) return undefined;
  const bytes = Buffer.concat(items.sort(bySortKey).map((item) => item.bytes as Uint8Array));
  return decodeDocument({ codec, rawBytes, bytes });
}

function bySortKey(a: Item, b: Item): number {
  return String(a.sk) < String(b.sk) ? -1 : 1;
}

/**
 * Deletes the parts of a document that no item refers to any longer. Best effort: orphaned parts only cost
 * storage, so a failure must not fail the preceding write.
 */
export async function discardParts(botId: string, stored: StoredDocument): Promise<void> {
  if (!stored.parts) return;
  const { id, count } = stored.parts;
  const deletes = Array.from({ length: count }, (_, part) => ({
    delete: keys.documentPart(botId, id, part),
  }));
  await writeItems(deletes).catch(() => undefined);
}
