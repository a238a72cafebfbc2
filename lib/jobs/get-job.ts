import type * as z from 'zod';
import type { Caller } from '#lib/platform/auth/access.ts';
import { exportExpiry, exportFile } from './export-file.ts';
import { LINK_SECONDS, signExportLink } from './export-link.ts';
import { exportBytes } from './export-position.ts';
import type { Job } from './job.ts';
import type { exportedFile } from './job-schema.ts';
import { type JobView, presentJob } from './present-job.ts';
import { requireJob } from './require-job.ts';

type ExportedFile = z.output<typeof exportedFile>;

/**
 * Returns a job and, if it has exported results, the file with a new link.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function getJob(
  workspaceId: string,
  jobId: string,
  caller: Caller,
): Promise<JobView & { file: ExportedFile | null }> {
  const job = await requireJob(workspaceId, jobId, 'viewer', caller);
  return { ...presentJob(job), file: await presentFile(job) };
}

async function presentFile(job: Job): Promise<ExportedFile | null> {
  const { task, state } = job;
  if (task.kind !== 'exportResults' || state !== 'done') return null;
  const now = Date.now();
  const expiry = exportExpiry(job);
  const file = { bytes: exportBytes(job), expiresAt: expiry.toISOString() };
  // If the operator has removed the bucket, there are no exports.
  if (expiry.getTime() <= now || !process.env.FILES_BUCKET)
    return { ...file, isExpired: true, url: null, urlExpiresAt: null };
  return {
    ...file,
    isExpired: false,
    // Ids contain only characters that are safe in file names and headers.
    url: await signExportLink(exportFile(job, task), `results-${task.botId}.${task.format}`),
    urlExpiresAt: new Date(Math.min(now + LINK_SECONDS * 1_000, expiry.getTime())).toISOString(),
  };
}
