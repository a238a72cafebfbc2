import type { CompletedPart } from '@aws-sdk/client-s3';
import { exportClient } from './export-client.ts';
import type { ExportFile } from './export-file.ts';

/*
 * Source of both limits: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */

/** Minimum size of a part, except for the last. */
export const MIN_PART_BYTES = 5 * 1_024 * 1_024;

/** Maximum number of parts. */
export const MAX_PARTS = 10_000;

/** A multipart upload. The file does not exist until the upload is complete. */
export type ExportUpload = ExportFile & { uploadId: string };

/**
 * S3 does not know the upload, because it was completed or aborted, or because the bucket discarded it after a
 * day.
 */
export class UploadGoneError extends Error {
  override name = 'UploadGoneError';
}

/** Starts an upload and returns its id. */
export async function startUpload({ bucket, key }: ExportFile, mediaType: string): Promise<string> {
  const { CreateMultipartUploadCommand } = await loadSdk();
  const { UploadId: uploadId } = await (await exportClient()).send(
    new CreateMultipartUploadCommand({ Bucket: bucket, Key: key, ContentType: mediaType }),
  );
  if (!uploadId) throw new Error('S3 returned no upload id');
  return uploadId;
}

/**
 * Uploads a part, replacing any earlier part with the same number.
 *
 * @returns the part's entity tag
 * @throws UploadGoneError
 */
export async function uploadPart(
  upload: ExportUpload,
  partNumber: number,
  bytes: Uint8Array,
): Promise<string> {
  const { UploadPartCommand } = await loadSdk();
  const { ETag: etag } = await orGone(
    (await exportClient()).send(
      new UploadPartCommand({ ...toInput(upload), PartNumber: partNumber, Body: bytes }),
    ),
  );
  if (!etag) throw new Error('S3 returned no entity tag');
  return etag;
}

/**
 * Returns all parts of an upload, in order.
 *
 * @throws UploadGoneError
 */
export async function listParts(upload: ExportUpload): Promise<CompletedPart[]> {
  const { ListPartsCommand } = await loadSdk();
  const parts: CompletedPart[] = [];
  let marker: string | undefined;
  do {
    const page = await orGone(
      (await exportClient()).send(new ListPartsCommand({ ...toInput(upload), PartNumberMarker: marker })),
    );
    parts.push(...(page.Parts ?? []).map(({ PartNumber, ETag }) => ({ PartNumber, ETag })));
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return parts;
}

/**
 * Joins the parts into the file, which ends the upload.
 *
 * @throws UploadGoneError
 */
export async function completeUpload(upload: ExportUpload, parts: CompletedPart[]): Promise<void> {
  const { CompleteMultipartUploadCommand } = await loadSdk();
  await orGone(
    (await exportClient()).send(
      new CompleteMultipartUploadCommand({ ...toInput(upload), MultipartUpload: { Parts: parts } }),
    ),
  );
}

/** Deletes the parts of an upload, if there are any. */
export async function abortUpload(upload: ExportUpload): Promise<void> {
  const { AbortMultipartUploadCommand } = await loadSdk();
  try {
    await orGone((await exportClient()).send(new AbortMultipartUploadCommand(toInput(upload))));
  } catch (error) {
    if (!(error instanceof UploadGoneError)) throw error;
  }
}

/** Returns the size of a file in bytes. Undefined if there is no such file. */
export async function findFileSize({ bucket, key }: ExportFile): Promise<number | undefined> {
  const { HeadObjectCommand, S3ServiceException } = await loadSdk();
  try {
    const { ContentLength: size } = await (await exportClient()).send(
      new HeadObjectCommand({ Bucket: bucket, Key: key }),
    );
    return size;
  } catch (error) {
    // S3 responds 403 for a missing file if the caller may not list the bucket.
    if (error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0)) {
      return undefined;
    }
    throw error;
  }
}

function toInput({ bucket, key, uploadId }: ExportUpload) {
  return { Bucket: bucket, Key: key, UploadId: uploadId };
}

async function orGone<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchUpload') throw new UploadGoneError();
    throw error;
  }
}

const loadSdk = () => import('@aws-sdk/client-s3');
