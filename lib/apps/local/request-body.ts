import type { IncomingMessage } from 'node:http';
import { MAX_REQUEST_BODY_BYTES } from '#lib/http/gateway-responses.ts';

/**
 * A client that still sends does not listen: closing the connection on it would lose it the 413. So a body that
 * is too large is read to its end and dropped, up to this much; whoever sends more may be cut off.
 */
const MAX_DRAINED_BYTES = 256 * 1024 * 1024;

export type RequestBody = {
  /** The whole body, or the beginning of one that is too large. */
  body: Buffer;
  /** How long it really was, or would have been according to its Content-Length. */
  bodyBytes: number;
};

/**
 * Reads a request's body; of one that is larger than API Gateway takes, little more than the length.
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
