import type { IncomingMessage } from 'node:http';
import { MAX_REQUEST_BODY_BYTES } from '#lib/http/gateway-responses.ts';

/**
 * A client that is still sending does not listen, so it would miss the 413 if the connection were closed. A
 * body that is too large is therefore read to its end and dropped, up to this size. Whoever sends more may be
 * cut off.
 */
const MAX_DRAINED_BYTES = 256 * 1024 * 1024;

export type RequestBody = {
  /** The whole body, or the beginning of one that is too large. */
  body: Buffer;
  /** Actual length of the body, or the length that its Content-Length announced. */
  bodyBytes: number;
};

/**
 * Reads a request's body. If it is larger than API Gateway takes, little more than its length is kept.
 *
 * @throws Error if the client breaks off
 */
export async function readRequestBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = [];
  let bodyBytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (bodyBytes <= MAX_REQUEST_BODY_BYTES) chunks.push(chunk);
    bodyBytes += chunk.length;
    if (bodyBytes > MAX_DRAINED_BYTES) break;
  }
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  return { body: Buffer.concat(chunks), bodyBytes: Math.max(bodyBytes, announcedBytes) };
}
