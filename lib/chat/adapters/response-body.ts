import type { IncomingMessage } from 'node:http';
import { finished, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Reads and decompresses the whole body of a response. Always closes the response and its connection, even on
 * failure.
 *
 * @param maxBytes size limit before and after each decompression, because a few kilobytes can decompress to
 *   gigabytes, and gigabytes to nothing
 * @throws HttpRequestError of kind "too-large", or the stream's error if the body is malformed
 */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const streams: [Readable, ...Transform[]] = [response];
  try {
    streams.push(...decompressors(response.headers['content-encoding']));
    return await untilAborted(lastOutput(streams, maxBytes), signal);
  } finally {
    for (const stream of streams) stream.destroy();
  }
}

/**
 * Pipes each stream into the next and collects the output of the last. Does not use `pipeline`, which on failure
 * waits until all streams have closed; a fully received response may never close.
 */
function lastOutput([first, ...others]: [Readable, ...Transform[]], maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const read = (stream: Readable) => {
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      const next = others.shift();
      finished(stream, (error) => error && reject(error));
      stream.on('data', (chunk: Uint8Array) => {
        bytes += chunk.length;
        if (bytes > maxBytes)
          reject(new HttpRequestError('too-large', `The response is larger than ${maxBytes} bytes`));
        else if (!next) chunks.push(chunk);
      });
      if (next) read(stream.pipe(next));
      else stream.on('end', () => resolve(Buffer.concat(chunks)));
    };
    read(first);
  });
}

/** Encodings that `readBody` can decode. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** Maximum number of stacked encodings, the same as in Node's fetch. */
const MAX_ENCODINGS = 5;

/**
 * Returns the decompressors in the order in which they apply. If any encoding is unknown, the body is left as
 * is.
 */
function decompressors(header = ''): Transform[] {
  const encodings = header.split(',').map((encoding) => encoding.trim().toLowerCase());
  if (encodings.length > MAX_ENCODINGS) {
    throw new HttpRequestError('failed', `The response has more than ${MAX_ENCODINGS} encodings`);
  }
  const makers = encodings
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
    .map((encoding) => DECOMPRESSORS[encoding]);
  return makers.every((make) => make !== undefined) ? makers.reverse().map((make) => make()) : [];
}

// Truncated streams yield what was received, as in browsers.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECOMPRESSORS: Partial<Record<string, () => Transform>> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(BROTLI),
};
