import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FilesFolder } from '#apps/local/files/files-folder.ts';
import { failure } from '#apps/local/files/s3-response.ts';
import { createFileServer, FILES_PATH } from '#apps/local/files/serve-files.ts';

/*
 * S3 for tests: the local server's imitation, which records what is asked of it, and fails when a test says so. It has
 * the bucket in FILES_BUCKET. For servers in other processes, which alone know theirs, it has any, all in one folder.
 */

export type S3Operation =
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'ListParts'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload'
  | 'HeadObject'
  | 'GetObject'
  | 'PutObject'
  | 'ListObjects'
  | 'DeleteObjects'
  | 'PostObject';

/** `refused` responds 503 instead. `lost` executes the request, but closes the connection before responding. */
export type S3Fault = 'refused' | 'lost' | undefined;

export type FakeS3 = {
  url: string;
  folder: FilesFolder;
  /** Returns a finished file. */
  readFile(key: string): Buffer | undefined;
  /** Returns the ids of unfinished uploads. */
  listUploads(): string[];
  operations: S3Operation[];
  /** Size of the largest request. */
  largestBytes: number;
  /** Called for each attempt, including retries. */
  fault: (operation: S3Operation) => S3Fault;
  stop(): Promise<void>;
};

/** Starts a server and points the SDK of this process at it. */
export async function startFakeS3({ partsPerPage = 1_000 } = {}): Promise<FakeS3> {
  const root = mkdtempSync(path.join(tmpdir(), 's3-'));
  const fake: FakeS3 = {
    url: '',
    folder: new FilesFolder(root),
    readFile: (key) => readIfThere(() => readFileSync(path.join(root, key))),
    listUploads: () => readIfThere(() => readdirSync(path.join(root, '.uploads'))) ?? [],
    operations: [],
    largestBytes: 0,
    fault: () => undefined,
    stop: async () => {},
  };
  const server = createServer((request, response) => {
    void respond(fake, partsPerPage, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${FILES_PATH}`;
  const environment = {
    AWS_ENDPOINT_URL_S3: fake.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? 'key',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? 'secret',
  };
  const before = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
  Object.assign(process.env, environment);
  fake.stop = async () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(root, { recursive: true, force: true });
  };
  return fake;
}

async function respond(
  fake: FakeS3,
  partsPerPage: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '', fake.url);
  const [bucket = '', key = ''] = url.pathname.slice(FILES_PATH.length + 1).split('/');
  const operation = toOperation(request, key === '', url.searchParams);
  fake.operations.push(operation);
  fake.largestBytes = Math.max(fake.largestBytes, Number(request.headers['content-length'] ?? 0));
  const fault = fake.fault(operation);
  if (fault === 'refused') {
    // Reads everything first, because a client that is still sending would miss the response.
    await request.resume().toArray();
    const { status, text } = failure(503, 'SlowDown');
    response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    return;
  }
  if (fault === 'lost') {
    response.writeHead = () => {
      request.socket.destroy();
      return response;
    };
  }
  // Read when it is needed, because tests change it.
  const getSecretKey = async () => process.env.AWS_SECRET_ACCESS_KEY ?? '';
  const ownBucket = process.env.FILES_BUCKET || bucket;
  await createFileServer(fake.folder, getSecretKey, { bucket: ownBucket, partsPerPage })(request, response);
}

function toOperation(
  { method, headers }: IncomingMessage,
  isBucket: boolean,
  query: URLSearchParams,
): S3Operation {
  if (method === 'POST') {
    if (headers['content-type']?.startsWith('multipart/form-data')) return 'PostObject';
    if (isBucket) return 'DeleteObjects';
    return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload';
  }
  if (method === 'PUT') return query.has('uploadId') ? 'UploadPart' : 'PutObject';
  if (method === 'DELETE') return 'AbortMultipartUpload';
  if (method === 'HEAD') return 'HeadObject';
  if (isBucket) return 'ListObjects';
  return query.has('uploadId') ? 'ListParts' : 'GetObject';
}

function readIfThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
