import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpFailure } from '../ports.ts';

/**
 * All of an answer's body, decompressed.
 *
 * @param maxBytes of what comes out: a few kilobytes can decompress to gigabytes
 * @throws HttpFailure too-large, or failed where it does not decompress
 */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new HttpFailure('too-large', `The response is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  };
  const decompressor = decompressorOf(response.headers['content-encoding']);
  if (decompressor) await pipeline(response, decompressor, collect, { signal });
  else await pipeline(response, collect, { signal });
  return Buffer.concat(chunks);
}

/** What the service asks for, and so can read. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** Streams that were cut short give what they have, as in browsers. */
function decompressorOf(encoding: string | undefined) {
  const zlib = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib);
    case 'deflate':
      return createInflate(zlib);
    case 'br':
      return createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    default:
      return undefined;
  }
}
