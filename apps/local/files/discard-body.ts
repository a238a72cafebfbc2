import type { IncomingMessage } from 'node:http';

/**
 * A client that is still sending is not reading, so it would miss the response if the connection were closed. What is
 * left of a body is therefore read and discarded up to this size; beyond it, the connection is cut.
 */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;

/** Reads what is left of a request's body, and keeps nothing of it. Returns early if it is too much to wait for. */
export function discardBody(request: IncomingMessage): Promise<void> {
  if (!hasBody(request) || request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const read = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) finish();
    };
    const finish = () => {
      request.off('data', read).off('end', finish).off('close', finish);
      request.pause();
      resolve();
    };
    request.on('data', read).on('end', finish).on('close', finish).resume();
  });
}

/** Whether a request says that it has a body (RFC 9112, section 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
