import type { IncomingHttpHeaders } from 'node:http';
import { MIN_PART_BYTES } from '#lib/jobs/export-upload.ts';
import { type FilesFolder, isKey } from './files-folder.ts';
import { failure, type S3Response, xml } from './s3-response.ts';

/** A request of the service itself, whose signature is right. */
export type S3Call = {
  method: string;
  /** Empty for the bucket itself. */
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  partsPerPage: number;
};

/** Most keys or parts that S3 lists in one response. */
export const MAX_LISTED = 1_000;

/** Carries out the operations that exports, generated files and erasure need. */
export async function carryOut(folder: FilesFolder, call: S3Call): Promise<S3Response> {
  const { method, key, query } = call;
  if (key === '') return await carryOutOnBucket(folder, call);
  if (query.has('uploadId') || query.has('uploads')) return await carryOutOnUpload(folder, call);
  switch (method) {
    case 'GET':
    case 'HEAD': {
      const found = await folder.find(key);
      // As S3, to callers who may not list the bucket.
      if (!found) return failure(403, 'AccessDenied');
      return {
        status: 200,
        headers: {
          'content-type': found.mediaType,
          'content-length': found.bytes,
          'content-disposition': query.get('response-content-disposition') ?? 'attachment',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
        file: { path: found.file },
      };
    }
    case 'PUT':
      await folder.put(key, mediaTypeOf(call), call.body);
      return { status: 200 };
    default:
      return failure(405, 'MethodNotAllowed');
  }
}

async function carryOutOnBucket(folder: FilesFolder, { method, query, body }: S3Call): Promise<S3Response> {
  if (method === 'GET' && query.get('list-type') === '2') {
    const prefix = query.get('prefix') ?? '';
    if (!prefix.endsWith('/') || !isKey(`${prefix}x`)) return failure(400, 'InvalidArgument');
    const limit = Math.min(MAX_LISTED, Number(query.get('max-keys') ?? MAX_LISTED));
    const keys = await folder.list(prefix, limit + 1);
    const listed = keys.slice(0, limit).map((key) => `<Contents><Key>${escapeXml(key)}</Key></Contents>`);
    return xml('ListBucketResult', [`<IsTruncated>${keys.length > limit}</IsTruncated>`, ...listed]);
  }
  if (method === 'POST' && query.has('delete')) {
    const keys = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/gs)].map(([, key = '']) => unescapeXml(key));
    if (!keys.every(isKey)) return failure(400, 'MalformedXML');
    for (const key of keys) await folder.remove(key);
    return xml('DeleteResult', []);
  }
  return failure(501, 'NotImplemented');
}

async function carryOutOnUpload(folder: FilesFolder, call: S3Call): Promise<S3Response> {
  const { method, key, query, headers, body } = call;
  if (method === 'POST' && query.has('uploads')) {
    const id = await folder.startUpload(key, mediaTypeOf(call));
    return xml('InitiateMultipartUploadResult', [`<UploadId>${id}</UploadId>`]);
  }
  const id = query.get('uploadId') ?? '';
  if (!(await folder.hasUpload(id, key))) return failure(404, 'NoSuchUpload');
  switch (method) {
    case 'PUT': {
      const number = Number(query.get('partNumber'));
      if (!Number.isInteger(number) || number < 1) return failure(400, 'InvalidArgument');
      // As S3, because the upload was created without an algorithm for checksums.
      if (Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'))) {
        return failure(400, 'InvalidRequest');
      }
      return { status: 200, headers: { etag: `"${await folder.putPart(id, number, body)}"` } };
    }
    case 'GET': {
      const after = Number(query.get('part-number-marker') ?? 0);
      const later = (await folder.listParts(id)).filter(({ number }) => number > after);
      const page = later.slice(0, call.partsPerPage);
      const listed = page.map(
        ({ number, etag, bytes }) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${etag}&quot;</ETag><Size>${bytes}</Size></Part>`,
      );
      return xml('ListPartsResult', [
        `<IsTruncated>${later.length > page.length}</IsTruncated>`,
        `<NextPartNumberMarker>${page.at(-1)?.number ?? 0}</NextPartNumberMarker>`,
        ...listed,
      ]);
    }
    case 'POST':
      return await complete(folder, id, body.toString());
    case 'DELETE':
      await folder.abortUpload(id);
      return { status: 204 };
    default:
      return failure(405, 'MethodNotAllowed');
  }
}

async function complete(folder: FilesFolder, id: string, request: string): Promise<S3Response> {
  const stored = new Map((await folder.listParts(id)).map((part) => [part.number, part]));
  const named = [...request.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: unescapeXml(/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('"', ''),
  }));
  const parts = named.flatMap(({ number, etag }) => {
    const part = stored.get(number);
    return part?.etag === etag ? [part] : [];
  });
  if (named.length === 0 || parts.length !== named.length) return failure(400, 'InvalidPart');
  if (parts.slice(0, -1).some(({ bytes }) => bytes < MIN_PART_BYTES)) return failure(400, 'EntityTooSmall');
  await folder.completeUpload(id, parts);
  return xml('CompleteMultipartUploadResult', ['<ETag>&quot;joined&quot;</ETag>']);
}

function mediaTypeOf({ headers }: S3Call): string {
  return headers['content-type'] ?? 'binary/octet-stream';
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function unescapeXml(text: string): string {
  return Object.entries(ENTITIES)
    .toReversed()
    .reduce((left, [character, entity]) => left.replaceAll(entity, character), text);
}
