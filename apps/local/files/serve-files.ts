import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { FILES_CONTENT_POLICY, PUBLIC_FILE_PREFIXES } from '#lib/chat/adapters/served-files.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { DATA_POLICY } from '#lib/platform/http/gateway-responses.ts';
import { discardBody } from './discard-body.ts';
import { type FilesFolder, isKey } from './files-folder.ts';
import { type AllowedSize, checkForm, isForm, openForm } from './s3-form.ts';
import { carryOut, MAX_LISTED } from './s3-operations.ts';
import { failure, type S3Response } from './s3-response.ts';
import { isSignedPayload, verifySignature } from './s3-signature.ts';

/*
 * The part of S3 that the service uses, on a folder: presigned forms, which browsers post; what the service itself
 * does with the bucket; and downloads, of public files as the deployed distribution serves them, and of others from
 * presigned URLs.
 */

/** Begins the paths on the chat address. No public id has such letters. */
export const FILES_PATH = '/_uploads';

/** Name of the bucket, which S3 has in every path. */
export const LOCAL_BUCKET = 'files';

/** Largest part of an export, with room to spare. */
const MAX_SIGNED_BYTES = 64 * 1_024 * 1_024;
const BYTES_PER_MEGABYTE = 1_024 * 1_024;
const DEFAULT_MAX_MEGABYTES = 10;

/** Completes a path to a URL. The Host header is not used, because it may be invalid. */
const ANY_ORIGIN = 'http://localhost';

/** Types that browsers show without running anything in them. Everything else is downloaded. */
const SHOWN_TYPES =
  /^(image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)(;\s*charset=[\w-]+)?$/i;

/** Other types are not types: two of them in one header, for example, of which browsers take the second. */
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(;\s*[\w-]+=[\w.+-]+)*$/;

export type FileServer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function isFilesPath(target: string): boolean {
  return target.startsWith(`${FILES_PATH}/`);
}

export type FileServerOptions = {
  /** Name of the one bucket. */
  bucket?: string;
  /** Most parts of an upload that are listed in one response. */
  partsPerPage?: number;
};

/** @param getSecretKey returns the key with which the service signs */
export function createFileServer(
  folder: FilesFolder,
  getSecretKey: () => Promise<string>,
  { bucket = LOCAL_BUCKET, partsPerPage = MAX_LISTED }: FileServerOptions = {},
): FileServer {
  return async (request, response) => {
    const returned = await respond(request, { folder, getSecretKey, bucket, partsPerPage }).catch(
      (error: unknown) => {
        console.error(error);
        return failure(500, 'InternalError');
      },
    );
    await discardBody(request);
    await send(request, response, returned);
  };
}

type Store = Required<FileServerOptions> & { folder: FilesFolder; getSecretKey: () => Promise<string> };

async function respond(request: IncomingMessage, store: Store): Promise<S3Response> {
  const { folder, partsPerPage } = store;
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '', ANY_ORIGIN);
  const [bucket, ...rest] = url.pathname.slice(FILES_PATH.length + 1).split('/');
  const key = decode(rest);
  if (bucket !== store.bucket) return failure(404, 'NoSuchBucket');
  if (key === undefined || (key !== '' && !isKey(key))) return failure(404, 'NoSuchKey');
  if (method === 'OPTIONS') return respondToPreflight(headers);

  const isRead = method === 'GET' || method === 'HEAD';
  const isPublic = PUBLIC_FILE_PREFIXES.some((prefix) => key.startsWith(prefix));
  if (isRead && isPublic && headers.authorization === undefined)
    return await servePublic(folder, key, headers);

  const secretKey = await store.getSecretKey();
  if (isForm(request)) return await takeForm(request, store, secretKey);
  const payload = verifySignature({ method, url, headers }, secretKey);
  if (payload === undefined) return failure(403, 'AccessDenied');
  const body = await readUpTo(MAX_SIGNED_BYTES, request);
  if (!body) return failure(400, 'EntityTooLarge');
  if (!isSignedPayload(payload, body)) return failure(403, 'AccessDenied');
  return await carryOut(folder, { method, key, query: url.searchParams, headers, body, partsPerPage });
}

function decode(names: string[]): string | undefined {
  try {
    const decoded = names.map(decodeURIComponent);
    return decoded.some((name) => name.includes('/')) ? undefined : decoded.join('/');
  } catch {
    return undefined;
  }
}

/** Checks the form before its file is read, and writes the file to disk as it arrives. */
async function takeForm(
  request: IncomingMessage,
  { folder, bucket }: Store,
  secretKey: string,
): Promise<S3Response> {
  const form = await openForm(request);
  if (!form) return failure(400, 'MalformedPOSTRequest');
  const { fields, file } = form;
  const refuse = (status: number, code: string) => {
    request.unpipe();
    return fromAnyOrigin(failure(status, code));
  };
  const allowed = checkForm(fields, bucket, secretKey);
  if ('code' in allowed) return refuse(allowed.status, allowed.code);
  const key = fields.get('key') ?? '';
  if (!isKey(key)) return refuse(400, 'InvalidArgument');
  try {
    await folder.put(key, fields.get('content-type') ?? 'binary/octet-stream', checkSize(file, allowed));
    return fromAnyOrigin({ status: 204 });
  } catch (error) {
    if (error instanceof FileSizeError) return refuse(400, error.code);
    if (file.errored) return refuse(400, 'MalformedPOSTRequest');
    throw error;
  }
}

/** The file is smaller or larger than its form allows. */
class FileSizeError extends Error {
  override name = 'FileSizeError';
  readonly code: 'EntityTooSmall' | 'EntityTooLarge';

  constructor(code: FileSizeError['code']) {
    super(code);
    this.code = code;
  }
}

/** @throws FileSizeError as soon as the file is too large, or at its end if it is too small */
async function* checkSize(file: AsyncIterable<Buffer>, { from, to }: AllowedSize): AsyncGenerator<Buffer> {
  const limit = Math.min(to, maxUploadBytes());
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > limit) throw new FileSizeError('EntityTooLarge');
    yield chunk;
  }
  if (bytes < from) throw new FileSizeError('EntityTooSmall');
}

/** Browsers ask before they post a form and watch its progress. The bucket of a deployment has a rule for that. */
function respondToPreflight(headers: IncomingMessage['headers']): S3Response {
  if (headers['access-control-request-method'] !== 'POST') return failure(403, 'AccessForbidden');
  return fromAnyOrigin({
    status: 200,
    headers: {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': '*',
      'access-control-max-age': 24 * 60 * 60,
    },
  });
}

/** Browsers upload from pages of any origin, as the bucket of a deployment allows. */
function fromAnyOrigin(response: S3Response): S3Response {
  return { ...response, headers: { ...response.headers, 'access-control-allow-origin': '*' } };
}

async function servePublic(
  folder: FilesFolder,
  key: string,
  headers: IncomingMessage['headers'],
): Promise<S3Response> {
  const found = await folder.find(key);
  // As CloudFront, which may not list the bucket.
  if (!found) return failure(403, 'AccessDenied');
  const { file, bytes } = found;
  const mediaType = MEDIA_TYPE.test(found.mediaType) ? found.mediaType : 'application/octet-stream';
  const range = readRange(headers.range, bytes);
  if (range === 'unsatisfiable') {
    return { ...failure(416, 'InvalidRange'), headers: { 'content-range': `bytes */${bytes}` } };
  }
  return {
    status: range ? 206 : 200,
    headers: {
      'content-type': mediaType,
      'content-length': range ? range.end - range.start + 1 : bytes,
      'content-disposition': SHOWN_TYPES.test(mediaType) ? 'inline' : 'attachment',
      'content-security-policy': FILES_CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${bytes}` }),
      // Names of generated files are never used again. An upload may be erased.
      'cache-control': key.startsWith(FILE_PREFIXES.generated)
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    },
    file: { path: file, ...range },
  };
}

/** Players ask for one range. Anything else gets the whole file. */
function readRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

function maxUploadBytes(): number {
  return Number(process.env.MAX_UPLOAD_MB || DEFAULT_MAX_MEGABYTES) * BYTES_PER_MEGABYTE;
}

/** Reads to the end, because a client that is still sending would miss the response. Undefined if it is too much. */
async function readUpTo(limit: number, request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > limit) chunks = [];
    else chunks.push(chunk as Buffer);
  }
  return bytes <= limit ? Buffer.concat(chunks) : undefined;
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, text, file }: S3Response,
): Promise<void> {
  response.writeHead(status, {
    // The rest of the body is too much to wait for.
    ...(!request.complete && { connection: 'close' }),
    ...(text !== undefined && {
      'content-type': 'application/xml',
      'content-security-policy': DATA_POLICY,
      'x-content-type-options': 'nosniff',
    }),
    ...headers,
  });
  if (request.method === 'HEAD' || !file)
    return void response.end(request.method === 'HEAD' ? undefined : text);
  const { path, ...range } = file;
  // Clients may disconnect at any time, which is not an error of the server.
  await pipeline(createReadStream(path, range), response).catch(() => response.destroy());
}
