import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { ExportTask, Job } from './job.ts';

/** Number of days after which the bucket deletes an export. S3 counts from the start of the upload. */
export const EXPORT_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Location of an export in the files bucket. */
export type ExportFile = { bucket: string; key: string };

/**
 * Returns the bucket for exports.
 *
 * @throws BAD_REQUEST if the operator has not configured one
 */
export function requireExportBucket(): string {
  const { FILES_BUCKET: bucket } = process.env;
  if (bucket) return bucket;
  throw new ServiceError(
    'BAD_REQUEST',
    'File storage is not configured for this service; export page by page with GET /v1/bots/{botId}/results/export',
  );
}

/** @throws BAD_REQUEST if the service has no bucket */
export function exportFile({ id, workspaceId }: Job, { format }: ExportTask): ExportFile {
  return { bucket: requireExportBucket(), key: `${FILE_PREFIXES.exports}${workspaceId}/${id}.${format}` };
}

/**
 * Returns when an export expires, which is never after the bucket deletes it: the upload starts after the job
 * does, and the bucket deletes at the following midnight. DATA_RETENTION_DAYS can make it expire earlier.
 */
export function exportExpiry({ startedAt, createdAt }: Job): Date {
  const retentionDays = Number(process.env.DATA_RETENTION_DAYS ?? 0);
  const days = retentionDays > 0 ? Math.min(EXPORT_DAYS, retentionDays) : EXPORT_DAYS;
  return new Date(Date.parse(startedAt ?? createdAt) + days * DAY_MS);
}
