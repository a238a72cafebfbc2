import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { parseJson } from '#lib/json/parse-json.ts';

/**
 * Level 9 makes a bot about a tenth smaller than level 3 and takes a few milliseconds more. Every kilobyte
 * less saves a write unit each time the bot is saved. Higher levels take many times as long and gain little.
 */
const ZSTD_LEVEL = 9;

/** A document as the table holds it. `codec` is stored with the bytes so that the codec can change later. */
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

/** @throws Error if `encodeDocument` did not write these bytes. It never returns part of a document. */
export function decodeDocument(encoded: EncodedDocument): unknown {
  if (encoded.codec !== 'zstd') throw new Error(`Unknown document codec "${String(encoded.codec)}"`);
  // The cap keeps a corrupt frame from expanding to gigabytes.
  const raw = zstdDecompressSync(encoded.bytes, { maxOutputLength: Math.max(1, encoded.rawBytes) });
  if (raw.byteLength !== encoded.rawBytes) throw new Error('A document is not as long as it was when stored');
  return parseJson(raw.toString('utf8'));
}
