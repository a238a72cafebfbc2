import type { IncomingMessage } from 'node:http';
import { finished, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpFailure } from '#lib/engine/model/ports.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * The whole body of a response, decompressed. However it ends, the response and its connection are closed.
 *
 * @param maxBytes limit of the body before and after each decompression: a few kilobytes can decompress to
 *   gigabytes, and gigabytes to nothing
 * @throws HttpFailure of kind "too-large", or the error that a faulty body causes
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
 * The output of the last stream, with each stream feeding the next. Not with `pipeline`: when one stream
 * fails, it waits until all of them have closed, and a response that has arrived completely may never do so.
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
          reject(new HttpFailure('too-large', `The response is larger than ${maxBytes} bytes`));
        else if (!next) chunks.push(chunk);
      });
      if (next) read(stream.pipe(next));
      else stream.on('end', () => resolve(Buffer.concat(chunks)));
    };
    read(first);
  });
}

/** The encodings that requests ask for; `readBody` understands no others. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** How many encodings a body may have on top of each other, as in Node's fetch. */
const MAX_ENCODINGS = 5;

/**
 * Decompressors in the order in which the body goes through them. A body with an unknown encoding is taken as
 * it is.
 */
function decompressors(header = ''): Transform[] {
  const encodings = header.split(',').map((encoding) => encoding.trim().toLowerCase());
  if (encodings.length > MAX_ENCODINGS) {
    throw new HttpFailure('failed', `The response has more than ${MAX_ENCODINGS} encodings`);
  }
  const makers = encodings
    .filter((encoding) => encoding !== '' && encoding !== 'identity')
    .map((encoding) => DECOMPRESSORS[encoding]);
  return makers.every((make) => make !== undefined) ? makers.reverse().map((make) => make()) : [];
}

// Streams that were cut short yield what they have, as in browsers.
const ZLIB = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const DECOMPRESSORS: Partial<Record<string, () => Transform>> = {
  gzip: () => createGunzip(ZLIB),
  'x-gzip': () => createGunzip(ZLIB),
  deflate: () => createInflate(ZLIB),
  br: () => createBrotliDecompress(BROTLI),
};
