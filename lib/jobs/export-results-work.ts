import { createHash } from 'node:crypto';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { createExportWriter, readExportPage } from '#lib/results/export-results.ts';
import { exportFile } from './export-file.ts';
import { type ExportPosition, getExportPosition } from './export-position.ts';
import {
  abortUpload,
  completeUpload,
  type ExportUpload,
  findFileSize,
  listParts,
  MAX_PARTS,
  MIN_PART_BYTES,
  startUpload,
  UploadGoneError,
  uploadPart,
} from './export-upload.ts';
import type { ExportTask, Job } from './job.ts';
import type { JobRun, SliceOutcome } from './job-run.ts';

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

/**
 * Writes the results that the task selects to a file in the bucket. Joins pages of the export endpoint into
 * parts of the smallest size that S3 accepts. If a part is interrupted, it is read and uploaded again under the
 * same number.
 */
export async function exportResultsWork(run: JobRun): Promise<SliceOutcome> {
  const task = run.job.task as ExportTask;
  const file = exportFile(run.job, task);
  if (!('uploadId' in run.job.place)) {
    const uploadId = await startUpload(file, MEDIA_TYPES[task.format]);
    const place: ExportPosition = { uploadId, parts: 0, bytes: 0, digest: '', isRead: false };
    await run.save({ place });
  }
  const upload = { ...file, uploadId: getExportPosition(run.job).uploadId };
  try {
    if (!getExportPosition(run.job).isRead && !(await uploadResults(run, task, upload)))
      return { isDone: false };
    await complete(upload, getExportPosition(run.job));
    return { isDone: true };
  } catch (error) {
    if (!(error instanceof UploadGoneError)) throw error;
    // The upload was completed earlier, but the response was lost.
    if ((await findFileSize(file)) === getExportPosition(run.job).bytes) return { isDone: true };
    throw new ServiceError(
      'CONFLICT',
      'The export took longer than a day, after which its parts are deleted; export a shorter period',
    );
  }
}

/** Deletes the parts that an abandoned export has uploaded. */
export async function abandonExport(job: Job): Promise<void> {
  const { uploadId } = job.place as Partial<ExportPosition>;
  if (uploadId !== undefined) {
    await abortUpload({ ...exportFile(job, job.task as ExportTask), uploadId });
  }
}

/** @returns whether all results have been uploaded */
async function uploadResults(run: JobRun, task: ExportTask, upload: ExportUpload): Promise<boolean> {
  const { botId, format, window, isCompleted } = task;
  const writer = await createExportWriter(botId, format, toViewer(run.job));
  let { cursor } = getExportPosition(run.job);
  let pages: Buffer[] = [];
  let bytes = 0;
  while (run.hasTime()) {
    const { text, count, nextCursor } = await orStartOver(
      readExportPage(botId, writer, { window, isCompleted, cursor }),
    );
    cursor = nextCursor;
    pages.push(Buffer.from(text));
    bytes += pages.at(-1)?.length ?? 0;
    if (bytes < MIN_PART_BYTES && cursor !== undefined) {
      // Saves nothing new, but notices a cancellation.
      await run.save({});
      continue;
    }
    const place = await withPart(getExportPosition(run.job), upload, Buffer.concat(pages));
    await run.save({
      place: { ...place, cursor, isRead: cursor === undefined },
      progress: { ...run.job.progress, results: count },
    });
    if (cursor === undefined) return true;
    pages = [];
    bytes = 0;
  }
  return false;
}

/** A job may read whatever a viewer of its workspace may. */
function toViewer({ workspaceId, tokenId }: Job): Caller {
  return { tokenId, tokenName: '', grants: new Map([[workspaceId, 'viewer']]) };
}

/** Replaces the message of a conflict, which mentions a cursor that the caller has never seen. */
async function orStartOver<T>(page: Promise<T>): Promise<T> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'CONFLICT') throw error;
    throw new ServiceError(
      'CONFLICT',
      'The columns have changed since the export began, because the bot has; start another one',
    );
  }
}

/** Uploads the next part. The last part is empty if the one before it ended with the last result. */
async function withPart(place: ExportPosition, upload: ExportUpload, bytes: Buffer): Promise<ExportPosition> {
  if (bytes.length === 0) return place;
  if (place.parts === MAX_PARTS) {
    throw new ServiceError(
      'PAYLOAD_TOO_LARGE',
      `The export has more than ${MAX_PARTS} parts of 5 MiB, the most that S3 takes; export a shorter period`,
    );
  }
  const etag = await uploadPart(upload, place.parts + 1, bytes);
  return {
    ...place,
    parts: place.parts + 1,
    bytes: place.bytes + bytes.length,
    digest: toDigest(place.digest, etag),
  };
}

/**
 * Completes the upload if its parts have the entity tags that were saved. A runner that was replaced by another
 * may have overwritten a part with one that ends at a different result.
 */
async function complete(upload: ExportUpload, place: ExportPosition): Promise<void> {
  const parts = await listParts(upload);
  const digest = parts.reduce((before, { ETag: etag = '' }) => toDigest(before, etag), '');
  if (digest !== place.digest) {
    throw new ServiceError('CONFLICT', 'The export was written twice at the same time; start another one');
  }
  await completeUpload(upload, parts);
}

function toDigest(before: string, etag: string): string {
  return createHash('sha256')
    .update(`${before} ${etag.replaceAll('"', '')}`)
    .digest('base64url');
}
