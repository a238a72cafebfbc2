import type { Context } from 'aws-lambda';
import { type RunJobEvent, type RunJobOutcome, runJob } from '#lib/jobs/run-job.ts';
import { observeCall } from '#lib/platform/observability/observe-call.ts';

/** Runs one slice of a job. The state machine calls it until the job is over. */
export async function handler(event: RunJobEvent, context: Context): Promise<RunJobOutcome> {
  return await observeCall({ name: 'run-job', keys: { jobId: event.jobId } }, context, () =>
    runJob(event, { remainingMs: () => context.getRemainingTimeInMillis() }),
  );
}
