import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { parseJson } from '#lib/json/parse-json.ts';

/**
 * Level 9 makes a bot about a tenth smaller than level 3 for some milliseconds more, and every kilobyte saved is
 * a write unit saved on each save. Higher levels cost many times the time for little.
 */
const ZSTD_LEVEL = 9;

/** A document as the table holds it. `codec` is kept beside the bytes so that it can change one day. */
export type EncodedDocument = {
  codec: 'zstd';
  bytes: Uint8Array;
  /** Size of the JSON text in UTF-8. */
  rawBytes: number;
};

export function encodeDocument(document: unknown): EncodedDocument {
  const raw = Buffer.from(JSON.stringify(document), 'utf8');
  const bytes = zstdCompressSync(raw, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } });
  return { codec: 'zstd', bytes, rawBytes: raw.byteLength };
}

/** @throws Error when the bytes are not what `encodeDocument` made: never returns half a document. */
export function decodeDocument(encoded: EncodedDocument): unknown {
  if (encoded.codec !== 'zstd') throw new Error(`Unknown document codec "${String(encoded.codec)}"`);
  // The cap keeps a corrupt frame from being blown up to gigabytes.
  const raw = zstdDecompressSync(encoded.bytes, { maxOutputLength: Math.max(1, encoded.rawBytes) });
  if (raw.byteLength !== encoded.rawBytes) throw new Error('A document is not as long as it was when stored');
  return parseJson(raw.toString('utf8'));
}
