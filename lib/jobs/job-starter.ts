import { startExecution } from './start-execution.ts';

/**
 * Has `functions/triggers/run-job.ts` called for this job until the job is over. Starting a job twice has no further
 * effect.
 *
 * @throws ServiceError SERVICE_UNAVAILABLE
 */
export type JobStarter = (jobId: string) => Promise<void>;

let starter: JobStarter = startExecution;

/** Replaces Step Functions, which exists only on AWS. */
export function useJobStarter(other: JobStarter): void {
  starter = other;
}

export async function startWork(jobId: string): Promise<void> {
  await starter(jobId);
}
