import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasBody } from '#apps/local/files/discard-body.ts';
import { MAX_REQUEST_BODY_BYTES } from '#lib/platform/http/gateway-responses.ts';

/**
 * A client that is still sending is not reading, so it would miss the 413 if the connection were closed. An
 * oversized body is therefore read and discarded up to this size; beyond it, the connection is cut.
 */
const MAX_DRAINED_BYTES = 256 * 1024 * 1024;

export type ReceivedBody = {
  /** The whole body, or the beginning of an oversized one. */
  body: Buffer;
  /** Length received, or the Content-Length if that is larger. */
  bodyBytes: number;
};

/** A body that had to make way for others. */
export const NO_MEMORY = 'no memory';

/**
 * Reads a request's body. If the body exceeds API Gateway's limit, keeps only its beginning and its length.
 *
 * @param response whose end frees the memory
 * @throws Error if the client disconnects
 */
export type BodyReader = (
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<ReceivedBody | typeof NO_MEMORY>;

/** A body of which a part has arrived. */
type UnfinishedBody = { chunks: Buffer[]; keptBytes: number; hasMadeWay: boolean };

/**
 * Creates a reader whose bodies take a limited amount of memory together. If that is not enough, the largest
 * unfinished body makes way, so that clients that never finish theirs keep nobody else from sending a small one.
 */
export function createBodyReader(maxBufferedBytes: number): BodyReader {
  const unfinished = new Set<UnfinishedBody>();
  let bufferedBytes = 0;

  function keep(body: UnfinishedBody, chunk: Buffer): void {
    if (body.hasMadeWay) return;
    body.chunks.push(chunk);
    body.keptBytes += chunk.length;
    bufferedBytes += chunk.length;
    while (bufferedBytes > maxBufferedBytes) {
      const largest = findLargest(unfinished);
      if (!largest) return;
      free(largest);
      largest.hasMadeWay = true;
    }
  }

  function free(body: UnfinishedBody): void {
    bufferedBytes -= body.keptBytes;
    body.keptBytes = 0;
    body.chunks = [];
  }

  return (request, response) => {
    if (!hasBody(request)) return Promise.resolve(NO_BODY);
    const announced = Number(request.headers['content-length'] ?? 0);
    const received: UnfinishedBody = { chunks: [], keptBytes: 0, hasMadeWay: false };
    unfinished.add(received);
    response.once('close', () => {
      unfinished.delete(received);
      free(received);
    });
    let bodyBytes = 0;
    return new Promise((resolve, reject) => {
      const finish = () => {
        request.off('data', read).off('end', finish).off('close', abandon).off('error', abandon);
        unfinished.delete(received);
        if (received.hasMadeWay) return resolve(NO_MEMORY);
        resolve({ body: Buffer.concat(received.chunks), bodyBytes: Math.max(bodyBytes, announced) });
        received.chunks = [];
      };
      const abandon = () => reject(new Error('The client has disconnected'));
      const read = (chunk: Buffer) => {
        if (bodyBytes <= MAX_REQUEST_BODY_BYTES) keep(received, chunk);
        bodyBytes += chunk.length;
        if (bodyBytes <= MAX_DRAINED_BYTES) return;
        request.pause();
        finish();
      };
      // Events, because iterating over a stream takes several promises for each chunk.
      request.on('data', read).on('end', finish).on('close', abandon).on('error', abandon);
    });
  };
}

function findLargest(bodies: Iterable<UnfinishedBody>): UnfinishedBody | undefined {
  let largest: UnfinishedBody | undefined;
  for (const body of bodies) {
    if (body.keptBytes > (largest?.keptBytes ?? 0)) largest = body;
  }
  return largest;
}

const NO_BODY: ReceivedBody = { body: Buffer.alloc(0), bodyBytes: 0 };
