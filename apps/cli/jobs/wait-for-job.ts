import { setTimeout as sleep } from 'node:timers/promises';
import { INTERRUPTED_EXIT_CODE } from '#apps/cli/replace-file.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { ServiceUnreachableError } from '#apps/cli/service/retrying-fetch.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client, OperationData } from '#apps/client/client.ts';
import { printNote } from '#apps/terminal/output.ts';
import { isOver } from '#lib/jobs/job.ts';
import { erasureWatch } from './erasure-watch.ts';
import { countProgress, jobProgressLine } from './job-progress.ts';
import { type JobReference, waitCommand } from './job-reference.ts';

export type JobWithFile = OperationData<'getJob'>['job'];

/** Thrown if waiting failed while the job continues; see `cause`. */
export class JobRunningError extends Error {
  override name = 'JobRunningError';
}

const FIRST_PAUSE_MS = 500;
const PAUSE_GROWTH = 1.5;
const MAX_PAUSE_MS = 30_000;

/** Maximum number of consecutive failures. A job may take days, during which a laptop changes networks. */
const MAX_FAILED_POLLS = 10;

export type WaitOptions = {
  /** Whether this process started the job, so that its token can watch an erasure to the end. */
  isStarter?: boolean;
  /** Replaces the clock. */
  pause?: (ms: number) => Promise<unknown>;
};

/**
 * Waits until a job is done. Returns the job as last seen, because a job that erases its workspace no longer
 * exists at the end. Ctrl-C ends the process and prints how to resume waiting.
 *
 * @throws Error with the reason if the job failed or was cancelled, JobRunningError if its state can no longer be
 *   read
 */
export async function waitForJob(
  { client }: Service,
  reference: JobReference,
  options: WaitOptions = {},
): Promise<JobWithFile> {
  const line = jobProgressLine();
  const interrupt = () => {
    line.stop();
    printNote(`\n${goesOnText(reference)}`);
    process.exit(INTERRUPTED_EXIT_CODE);
  };
  // Runs before the listener of a file being written, which ends the process silently.
  process.prependOnceListener('SIGINT', interrupt);
  try {
    return requireSuccess(await followUntilOver(client, reference, line.show, options));
  } finally {
    process.off('SIGINT', interrupt);
    line.stop();
  }
}

/** Returns the job as last seen. */
async function followUntilOver(
  client: Client,
  reference: JobReference,
  onSeen: (job: JobWithFile) => void,
  { isStarter = false, pause = sleep }: WaitOptions,
): Promise<JobWithFile> {
  const { workspaceId, jobId } = reference;
  const erasure = erasureWatch(client, isStarter);
  let seen: JobWithFile | undefined;
  let failures = 0;
  for (let polls = 0; ; polls++) {
    try {
      const { data, response } = await client.getJob.withResponse({ params: { workspaceId, jobId } });
      await erasure.see(data.job, response);
      seen = data.job;
      failures = 0;
      if (isOver(seen)) return seen;
      onSeen(seen);
    } catch (error) {
      if (seen && erasure.isFinishedBy(error)) return seen;
      if (!seen && !isStarter) throw error;
      failures += 1;
      assertMayRetry(error, failures, reference);
    }
    await pause(pauseMs(polls));
  }
}

/** Returns the delay after this number of polls. */
export function pauseMs(polls: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * PAUSE_GROWTH ** polls);
}

export function goesOnText(reference: JobReference): string {
  return `The job goes on by itself. To wait for it: ${waitCommand(reference)}`;
}

function assertMayRetry(error: unknown, failures: number, reference: JobReference): void {
  if (!isTemporary(error) || failures > MAX_FAILED_POLLS) throw explain(reference, error);
}

function isTemporary(error: unknown): boolean {
  return (
    error instanceof ServiceUnreachableError ||
    (error instanceof ApiError && (error.status >= 500 || error.status === 429))
  );
}

/** A job that no longer exists cannot be waited for again. */
function explain(reference: JobReference, cause: unknown): unknown {
  if (cause instanceof ApiError && cause.status === 404) return cause;
  return new JobRunningError(goesOnText(reference), { cause });
}

function requireSuccess(job: JobWithFile): JobWithFile {
  const { id, state, error } = job;
  if (state === 'failed') throw new Error(`Job ${id} failed after ${countProgress(job)}: ${error}`);
  if (state === 'cancelled') throw new Error(`Job ${id} was cancelled after ${countProgress(job)}`);
  return job;
}
