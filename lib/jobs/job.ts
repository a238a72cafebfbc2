import type { Role } from '#lib/platform/auth/role.ts';
import type { ExportFormat } from '#lib/results/export-results.ts';
import type { TimeWindow } from '#lib/results/time-window.ts';

/*
 * Work that takes too long for one call. It runs in the background, in slices of a few minutes, and stores its
 * place in the table.
 */

export const JOB_KINDS = ['deleteResults', 'exportResults', 'eraseWorkspace'] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/** The work of a job. Filters are absolute, so that they select the same results in every slice. */
export type JobTask = { kind: 'deleteResults'; botId: string } | ExportTask | { kind: 'eraseWorkspace' };

export type ExportTask = {
  kind: 'exportResults';
  botId: string;
  format: ExportFormat;
  window: TimeWindow;
  isCompleted?: boolean;
};

export type TaskOf<K extends JobKind> = Extract<JobTask, { kind: K }>;

/**
 * Minimum role for starting or cancelling a job of this kind. Always at least an editor, even if a viewer could
 * do the same with ordinary calls, because a workspace can have only a few unfinished jobs.
 */
export const ROLE_BY_KIND: Record<JobKind, Role> = {
  deleteResults: 'editor',
  exportResults: 'editor',
  eraseWorkspace: 'admin',
};

/** Kinds that cannot be cancelled once they have begun, because by then there is nothing left worth keeping. */
export const UNSTOPPABLE: ReadonlySet<JobKind> = new Set(['eraseWorkspace']);

/** Kinds that do a page again if they were killed before they counted it, and count it then. */
const COUNTS_PAGES_AGAIN: ReadonlySet<JobKind> = new Set(['exportResults']);

/** Marks a job whose last slice did not end by itself. What a slice has deleted cannot be counted again. */
export function markInterruption(job: Job): Job {
  const { task, slices, endedSlices = 0 } = job;
  if (slices <= endedSlices || COUNTS_PAGES_AGAIN.has(task.kind)) return job;
  return { ...job, isUndercounted: true };
}

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** Number of things processed so far. Saved after the work itself: see `isUndercounted`. */
export type JobProgress = {
  /** Number of results deleted or exported. */
  results: number;
  /** Number of bots erased with a workspace. */
  bots?: number;
};

export type Job = {
  id: string;
  workspaceId: string;
  /** Token that started the job. */
  tokenId: string;
  task: JobTask;
  state: JobState;
  progress: JobProgress;
  isCancelRequested: boolean;
  /** Where the next slice continues. The format depends on the kind. */
  place: Record<string, unknown>;
  /** Number of slices started. */
  slices: number;
  /** Number of the last slice that ended by itself. Lower than `slices` while one runs, or if one was killed. */
  endedSlices?: number;
  /** Whether a slice may have deleted something that it did not live to count. */
  isUndercounted?: true;
  /** Number of writes by runners. If two runners have the same job, this stops one of them. */
  revision: number;
  /** Why the job failed, in words for the caller. */
  error?: string;
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
};

export function isOver({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}
