import type { Job } from './job.ts';

/** Progress of an upload. Results after `cursor` have not been uploaded yet. */
export type ExportPosition = {
  uploadId: string;
  /** Number of parts uploaded. */
  parts: number;
  /** Total size of the uploaded parts. */
  bytes: number;
  /** Hash over the parts' entity tags, in order. */
  digest: string;
  /**
   * The export's cursor after the last uploaded part. Absent before the first part and once all results are
   * uploaded.
   */
  cursor?: string | undefined;
  /** Whether the last part has been uploaded. */
  isRead: boolean;
};

export function getExportPosition({ place }: Job): ExportPosition {
  return place as ExportPosition;
}

/** Returns the size of a finished export in bytes. */
export function exportBytes(job: Job): number {
  return getExportPosition(job).bytes;
}
