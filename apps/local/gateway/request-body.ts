import type { IncomingMessage } from 'node:http';
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

/**
 * Reads a request's body. If the body exceeds API Gateway's limit, keeps only its beginning and its length.
 *
 * @throws Error if the client disconnects
 */
export function readRequestBody(request: IncomingMessage): Promise<ReceivedBody> {
  const { 'content-length': announced, 'transfer-encoding': encoding } = request.headers;
  if (announced === undefined && encoding === undefined) return Promise.resolve(NO_BODY);
  const chunks: Buffer[] = [];
  let bodyBytes = 0;
  return new Promise((resolve, reject) => {
    const finish = () => {
      request.off('data', read).off('end', finish).off('close', abandon).off('error', abandon);
      resolve({ body: Buffer.concat(chunks), bodyBytes: Math.max(bodyBytes, Number(announced ?? 0)) });
    };
    const abandon = () => reject(new Error('The client has disconnected'));
    const read = (chunk: Buffer) => {
      if (bodyBytes <= MAX_REQUEST_BODY_BYTES) chunks.push(chunk);
      bodyBytes += chunk.length;
      if (bodyBytes <= MAX_DRAINED_BYTES) return;
      request.pause();
      finish();
    };
    // Events, because iterating over a stream takes several promises for each chunk.
    request.on('data', read).on('end', finish).on('close', abandon).on('error', abandon);
  });
}

const NO_BODY: ReceivedBody = { body: Buffer.alloc(0), bodyBytes: 0 };
