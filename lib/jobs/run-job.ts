import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { deleteResultsWork } from './delete-results-work.ts';
import { eraseWorkspaceWork } from './erase-workspace-work.ts';
import { abandonExport, exportResultsWork } from './export-results-work.ts';
import { isOver, type Job, type JobKind, markInterruption } from './job.ts';
import { CancelRequestedError, createJobRun, type JobWork } from './job-run.ts';
import { JobTakenError, readJob, saveJob } from './job-store.ts';
import { SLICE_MS } from './run-job-function.ts';

/**
 * Maximum number of slices per job, about 17 days of work. Step Functions limits an execution's history to
 * 25,000 events. A slice takes seven (task scheduled, started, succeeded, and two states entered and exited),
 * so 2,500 slices take 17,500 and leave 7,500 for retries and waits.
 */
export const MAX_SLICES = 2_500;

/** How long before the end of the invocation a slice stops, so that it can finish its current page. */
const MARGIN_MS = 60_000;

/** Delay before the next look at a job that another runner is working on. */
const TAKEN_WAIT_SECONDS = 60;

const WORK: Record<JobKind, JobWork> = {
  deleteResults: deleteResultsWork,
  exportResults: exportResultsWork,
  eraseWorkspace: eraseWorkspaceWork,
};

/** Deletes what failed or cancelled jobs leave behind. */
const CLEANUP: Partial<Record<JobKind, (job: Job) => Promise<void>>> = { exportResults: abandonExport };

export type RunJobEvent = {
  jobId: string;
  /** Whether the state machine has given up retrying, so that the job must end. */
  isGivenUp?: boolean;
};

/** Tells the caller whether the job is over and, if not, when to call again. */
export type RunJobOutcome = { isOver: boolean; waitSeconds: number };

export type RunJobLimits = {
  /** Returns the time left until the invocation ends. */
  remainingMs?: () => number;
  /** Replaces all time limits, for tests that interrupt a job at every page. */
  hasTime?: () => boolean;
};

const OVER: RunJobOutcome = { isOver: true, waitSeconds: 0 };

/**
 * Runs one slice of a job. Callers repeat the call until the job is over.
 *
 * @throws errors that may be temporary; the next call then continues after the last saved page
 */
export async function runJob(
  { jobId, isGivenUp = false }: RunJobEvent,
  { remainingMs = () => Number.POSITIVE_INFINITY, hasTime }: RunJobLimits = {},
): Promise<RunJobOutcome> {
  const stored = await readJob(jobId);
  if (!stored || isOver(stored)) return OVER;
  const found = markInterruption(stored);
  const { workspaceId, task } = found;
  addLogKeys({ workspaceId, ...('botId' in task && { botId: task.botId }) });
  const endMs = Date.now() + SLICE_MS;
  const isInTime = hasTime ?? (() => Date.now() < endMs && remainingMs() > MARGIN_MS);
  let run = createJobRun(found, isInTime);
  try {
    if (isGivenUp) return await end(run.job, 'failed', 'The service was not available for too long');
    if (found.isCancelRequested) throw new CancelRequestedError();
    if (found.slices >= MAX_SLICES) {
      return await end(run.job, 'failed', 'The job took too long; start another one for what is left');
    }
    run = createJobRun(await begin(found), isInTime);
    const { isDone, waitSeconds = 0, isErased = false } = await WORK[run.job.task.kind](run);
    if (isErased) return OVER;
    if (isDone) return await end(run.job, 'done');
    await saveJob(run.job, { endedSlices: run.job.slices });
    return { isOver: false, waitSeconds };
  } catch (error) {
    return await settle(run.job, error);
  }
}

async function begin(job: Job): Promise<Job> {
  return await saveJob(job, {
    state: 'running',
    slices: job.slices + 1,
    ...getMark(job),
    startedAt: job.startedAt ?? new Date().toISOString(),
  });
}

/** Returns the mark of an interruption, which is only stored with the next change of the job. */
function getMark({ isUndercounted }: Job): Pick<Job, 'isUndercounted'> {
  return isUndercounted ? { isUndercounted } : {};
}

async function end(job: Job, state: 'done' | 'failed' | 'cancelled', error?: string): Promise<RunJobOutcome> {
  const endedAt = new Date().toISOString();
  const ended = await saveJob(job, {
    state,
    endedAt,
    ...getMark(job),
    ...(error !== undefined && { error }),
  });
  logger.info('Job ended', { jobId: job.id, kind: job.task.kind, state, progress: ended.progress });
  if (state !== 'done') await cleanUp(ended);
  return OVER;
}

/** Logs errors instead of throwing them, so that the job is over even if cleaning up fails. */
async function cleanUp(job: Job): Promise<void> {
  try {
    await CLEANUP[job.task.kind]?.(job);
  } catch (error) {
    logger.warn('A job could not be cleaned up', { jobId: job.id, error: error as Error });
  }
}

/** @throws the error if it may be temporary */
async function settle(job: Job, error: unknown): Promise<RunJobOutcome> {
  if (error instanceof JobTakenError) return { isOver: false, waitSeconds: TAKEN_WAIT_SECONDS };
  if (error instanceof CancelRequestedError) return await end(job, 'cancelled');
  // The job itself is at fault, so retrying would fail the same way.
  if (error instanceof ServiceError && error.statusCode < 500) {
    return await end(markInterruption(job), 'failed', error.message);
  }
  logger.error('A slice of a job failed', { jobId: job.id, error: error as Error });
  throw error;
}
