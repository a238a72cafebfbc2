import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { parseJson } from '#lib/platform/json/parse-json.ts';

/**
 * Level 9 makes a bot about a tenth smaller than level 3 and takes a few milliseconds longer. Each kilobyte
 * less saves a write unit on every save. Higher levels take many times as long and gain little.
 */
const ZSTD_LEVEL = 9;

/**
 * Maximum size of a document stored inline in its item. DynamoDB limits an item to 400 KB (409,600 bytes),
 * attribute names included; the rest is room for the item's other attributes.
 */
export const MAX_INLINE_BYTES = 380 * 1_024;

/** A compressed document as stored in the table. `codec` is stored alongside so that it can change later. */
export type EncodedDocument = {
  codec: 'zstd';
  bytes: Uint8Array;
  /** Size of the JSON text in UTF-8 bytes. */
  rawBytes: number;
};

export function encodeDocument(document: unknown): EncodedDocument {
  const raw = Buffer.from(JSON.stringify(document), 'utf8');
  const bytes = zstdCompressSync(raw, {
    chunkSize: getBufferSize(raw.byteLength),
    params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
  });
  return { codec: 'zstd', bytes, rawBytes: raw.byteLength };
}

/**
 * Never returns a partial document.
 *
 * @throws Error if `encodeDocument` did not produce these bytes
 */
export function decodeDocument(encoded: EncodedDocument): unknown {
  if (encoded.codec !== 'zstd') throw new Error(`Unknown document codec "${String(encoded.codec)}"`);
  // Keeps a corrupt frame from expanding to gigabytes.
  const raw = zstdDecompressSync(encoded.bytes, {
    chunkSize: getBufferSize(encoded.rawBytes),
    maxOutputLength: Math.max(1, encoded.rawBytes),
  });
  if (raw.byteLength !== encoded.rawBytes)
    throw new Error('A document has a different length than when it was stored');
  return parseJson(raw.toString('utf8'));
}

/**
 * Returns the size of the buffer that Node reserves for the output, and keeps until garbage is collected: 16 KB for
 * any document, unless told otherwise. A byte is left over, because Node reserves another buffer once one is full.
 */
function getBufferSize(bytes: number): number {
  return Math.min(Math.max(bytes + 1, constants.Z_MIN_CHUNK), constants.Z_DEFAULT_CHUNK);
}
