import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * The file store of a source: answers like MinIO to plain requests and to those with keys, as far as reading goes.
 * What is below `private/` needs keys.
 */

export const STORE_KEYS = { S3_ACCESS_KEY: 'minio', S3_SECRET_KEY: 'minio-secret' };

export type StoredFile = { bytes: Buffer; mediaType: string };

/** Responds instead of the store. */
export type Oddity = (request: IncomingMessage, response: ServerResponse) => void;

export type SourceStore = {
  port: number;
  /** By key. */
  files: Map<string, StoredFile>;
  oddities: Map<string, Oddity>;
  /** Keys that were read, with each repetition. */
  reads: string[];
  heads: string[];
  onRead: (count: number) => void;
  stop(): Promise<void>;
};

export async function startSourceStore(): Promise<SourceStore> {
  const store: SourceStore = {
    port: 0,
    files: new Map(),
    oddities: new Map(),
    reads: [],
    heads: [],
    onRead: () => {},
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    const key = decodeURIComponent(
      new URL(request.url ?? '', 'http://store').pathname.replace(/^\/(typebot\/)?/, ''),
    );
    if (request.method === 'HEAD') store.heads.push(key);
    else {
      store.reads.push(key);
      store.onRead(store.reads.length);
    }
    const oddity = store.oddities.get(key);
    if (oddity) oddity(request, response);
    else respond(store.files.get(key), key, request, response);
  }).listen(0);
  await once(server, 'listening');
  store.port = (server.address() as AddressInfo).port;
  return store;
}

function respond(
  file: StoredFile | undefined,
  key: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const hasKeys = headers.authorization?.startsWith(
    `AWS4-HMAC-SHA256 Credential=${STORE_KEYS.S3_ACCESS_KEY}/`,
  );
  if (key.startsWith('private/') && !hasKeys) fail(response, 403, 'AccessDenied');
  else if (!file) fail(response, 404, 'NoSuchKey');
  else {
    const { bytes, mediaType } = file;
    response.writeHead(200, { 'content-type': mediaType, 'content-length': bytes.length });
    response.end(method === 'HEAD' ? undefined : bytes);
  }
}

export function fail(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

/** Some thousand bytes that no other file has. */
export function makeBytes(name: string, count = 3_000): Buffer {
  const block = createHash('sha256').update(name).digest();
  return Buffer.concat(Array.from({ length: Math.ceil(count / block.length) }, () => block)).subarray(
    0,
    count,
  );
}
