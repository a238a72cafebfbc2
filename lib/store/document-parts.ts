import { randomUUID } from 'node:crypto';
import { decodeDocument, type EncodedDocument, encodeDocument } from './document-codec.ts';
import { getItems, type Item, writeItems } from './dynamodb.ts';
import { keys } from './keys.ts';

/**
 * DynamoDB limits an item to 400 KB (409,600 bytes), attribute names included. A document up to this size is
 * stored inside its item. The rest is room for the item's other attributes.
 */
export const MAX_INLINE_BYTES = 380 * 1_024;

/** A document as an attribute of an item: the bytes themselves, or where to find them. */
export type StoredDocument = Pick<EncodedDocument, 'codec' | 'rawBytes'> &
  ({ bytes: Uint8Array; parts?: never } | { bytes?: never; parts: { id: string; count: number } });

/**
 * Prepares a document for storage in an item. A document that is too large is first written as parts under a
 * new id. No reader finds the parts until an item points to them, and no other writer uses that id, so an
 * incomplete write is never visible.
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
      // Distinguishes parts that were left behind from parts of a write that is under way.
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

/** Undefined if parts are missing: the item that pointed to them has changed since and must be read again. */
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
 * Deletes the parts of a document that nothing points to any more. Best effort: parts left behind only cost
 * storage, so a failure here must not fail the write before it.
 */
export async function discardParts(botId: string, stored: StoredDocument): Promise<void> {
  if (!stored.parts) return;
  const { id, count } = stored.parts;
  const deletes = Array.from({ length: count }, (_, part) => ({
    delete: keys.documentPart(botId, id, part),
  }));
  await writeItems(deletes).catch(() => undefined);
}
