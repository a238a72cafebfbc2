import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRefusal, type PostedForm, readForm } from '#apps/local/files/s3-form.ts';
import { isSigned } from '#apps/local/files/s3-signature.ts';
import { createId } from '#lib/platform/store/create-id.ts';

/*
 * The part of S3 that exports and respondents' files need, over HTTP: multipart uploads, presigned forms, and downloads
 * from presigned URLs. It checks all signatures.
 */

const MIN_PART_BYTES = 5 * 1_024 * 1_024;

type Part = { etag: string; bytes: Buffer };

export type S3Operation =
  | 'CreateMultipartUpload'
  | 'UploadPart'
  | 'ListParts'
  | 'CompleteMultipartUpload'
  | 'AbortMultipartUpload'
  | 'HeadObject'
  | 'GetObject'
  | 'PostObject';

/** `refused` responds 503 instead. `lost` executes the request, but closes the connection before responding. */
export type S3Fault = 'refused' | 'lost' | undefined;

export type FakeS3 = {
  url: string;
  /** Finished files, by bucket and key: `bucket/key`. */
  files: Map<string, Buffer>;
  /** Unfinished uploads, by id. */
  uploads: Map<string, { path: string; parts: Map<number, Part> }>;
  operations: S3Operation[];
  /** Size of the largest request. */
  largestBytes: number;
  /** Called for each attempt, including retries. */
  fault: (operation: S3Operation) => S3Fault;
  stop(): Promise<void>;
};

/** Starts a server and points the SDK of this process at it. */
export async function startFakeS3({ partsPerPage = 1_000 } = {}): Promise<FakeS3> {
  const fake: FakeS3 = {
    url: '',
    files: new Map(),
    uploads: new Map(),
    operations: [],
    largestBytes: 0,
    fault: () => undefined,
    stop: async () => {},
  };
  const server = createServer((request, response) => {
    void respond(fake, partsPerPage, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
  };
  return fake;
}

async function respond(
  fake: FakeS3,
  partsPerPage: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const form = await readForm(request.headers, body);
  const operation = form ? 'PostObject' : toOperation(request.method ?? '', url);
  fake.operations.push(operation);
  fake.largestBytes = Math.max(fake.largestBytes, body.length);
  const fault = fake.fault(operation);
  const {
    status,
    headers = {},
    text = '',
  } = fault === 'refused'
    ? failure(503, 'SlowDown')
    : form
      ? takeForm(fake, url, form, Buffer.from(await form.file.arrayBuffer()))
      : isSigned({ method: request.method ?? '', url, headers: request.headers, body }, secretKey())
        ? carryOut(fake, partsPerPage, { operation, url, body, headers: request.headers })
        : failure(403, 'SignatureDoesNotMatch');
  if (fault === 'lost') {
    request.socket.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(request.method === 'HEAD' ? undefined : text);
}

function toOperation(method: string, { searchParams: query }: URL): S3Operation {
  if (method === 'POST') return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload';
  if (method === 'PUT') return 'UploadPart';
  if (method === 'DELETE') return 'AbortMultipartUpload';
  if (method === 'HEAD') return 'HeadObject';
  return query.has('uploadId') ? 'ListParts' : 'GetObject';
}

type Outcome = { status: number; headers?: Record<string, string | number>; text?: string | Buffer };

type Call = { operation: S3Operation; url: URL; body: Buffer; headers: IncomingMessage['headers'] };

function carryOut(fake: FakeS3, partsPerPage: number, { operation, url, body, headers }: Call): Outcome {
  const path = decodeURIComponent(url.pathname.slice(1));
  const query = url.searchParams;
  if (operation === 'CreateMultipartUpload') {
    const uploadId = createId();
    fake.uploads.set(uploadId, { path, parts: new Map() });
    return xml('InitiateMultipartUploadResult', `<UploadId>${uploadId}</UploadId>`);
  }
  if (operation === 'GetObject' || operation === 'HeadObject') {
    const file = fake.files.get(path);
    // Callers who may not list the bucket must not learn that a file does not exist.
    if (!file) return failure(403, 'AccessDenied');
    return {
      status: 200,
      headers: {
        'content-length': file.length,
        'content-disposition': query.get('response-content-disposition') ?? 'inline',
      },
      text: file,
    };
  }
  const uploadId = query.get('uploadId') ?? '';
  const upload = fake.uploads.get(uploadId);
  if (upload?.path !== path) return failure(404, 'NoSuchUpload');
  switch (operation) {
    case 'UploadPart': {
      // S3 refuses checksums in an upload that was created without a checksum algorithm.
      if (Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'))) {
        return failure(400, 'InvalidRequest');
      }
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      upload.parts.set(Number(query.get('partNumber')), { etag, bytes: body });
      return { status: 200, headers: { etag } };
    }
    case 'ListParts': {
      const after = Number(query.get('part-number-marker') ?? 0);
      const later = inOrder(upload.parts).filter(([number]) => number > after);
      const page = later.slice(0, partsPerPage);
      return xml(
        'ListPartsResult',
        `<IsTruncated>${later.length > page.length}</IsTruncated>`,
        `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>`,
        ...page.map(
          ([number, { etag, bytes }]) =>
            `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${bytes.length}</Size></Part>`,
        ),
      );
    }
    case 'CompleteMultipartUpload': {
      const named = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
        number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
        etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
      }));
      const parts = named.map(({ number }) => upload.parts.get(number));
      if (parts.length === 0 || parts.some((part, index) => part?.etag !== named[index]?.etag)) {
        return failure(400, 'InvalidPart');
      }
      const bytes = parts.map((part) => part?.bytes ?? Buffer.alloc(0));
      if (bytes.slice(0, -1).some(({ length }) => length < MIN_PART_BYTES)) {
        return failure(400, 'EntityTooSmall');
      }
      fake.files.set(path, Buffer.concat(bytes));
      fake.uploads.delete(uploadId);
      return xml('CompleteMultipartUploadResult', '<ETag>"joined"</ETag>');
    }
    default:
      fake.uploads.delete(uploadId);
      return { status: 204 };
  }
}

/** The file is stored under the key in the form. */
function takeForm(fake: FakeS3, { pathname }: URL, form: PostedForm, bytes: Buffer): Outcome {
  const bucket = pathname.split('/')[1] ?? '';
  const refusal = getRefusal(form, bucket, secretKey());
  if (refusal) return failure(refusal.status, refusal.code);
  fake.files.set(`${bucket}/${form.fields.get('key')}`, bytes);
  return { status: 204 };
}

/** Read when it is needed, because tests change it. */
function secretKey(): string {
  return process.env.AWS_SECRET_ACCESS_KEY ?? '';
}

function inOrder(parts: Map<number, Part>): [number, Part][] {
  return [...parts].toSorted(([a], [b]) => a - b);
}

function xml(root: string, ...content: string[]): Outcome {
  return { status: 200, text: `<${root}>${content.join('')}</${root}>` };
}

function failure(status: number, code: string): Outcome {
  return { status, text: `<Error><Code>${code}</Code><Message>${code}</Message></Error>` };
}
