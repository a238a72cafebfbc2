import type { Job } from './job.ts';
import { saveJob } from './job-store.ts';

/** Thrown if someone has cancelled the job. */
export class CancelRequestedError extends Error {
  override name = 'CancelRequestedError';
}

/** One slice of a job, as seen by the code that does the work. */
export type JobRun = {
  /** The job as last saved. */
  readonly job: Job;
  /** Once it returns false, the work must save its place and return. */
  hasTime(): boolean;
  /**
   * Stores place and progress. The work calls it after each page, so that after any failure the next slice
   * continues from there.
   *
   * @throws CancelRequestedError, JobTakenError
   */
  save(changes: Partial<Pick<Job, 'place' | 'progress'>>): Promise<void>;
};

/**
 * Outcome of a slice. `waitSeconds` is the delay before the next slice. `isErased` means that the work has
 * deleted the job itself.
 */
export type SliceOutcome = { isDone: boolean; waitSeconds?: number; isErased?: true };

/** Does the work of one kind of job, as much of it as fits into the slice. */
export type JobWork = (run: JobRun) => Promise<SliceOutcome>;

export function createJobRun(started: Job, hasTime: () => boolean): JobRun {
  let job = started;
  return {
    get job() {
      return job;
    },
    hasTime,
    async save(changes) {
      job = await saveJob(job, changes);
      if (job.isCancelRequested) throw new CancelRequestedError();
    },
  };
}
