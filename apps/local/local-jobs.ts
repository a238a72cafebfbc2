import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import type { LambdaFunction } from '#apps/local/gateway/lambda-invocation.ts';
import { isOver } from '#lib/jobs/job.ts';
import type { JobStarter } from '#lib/jobs/job-starter.ts';
import { readJobPage } from '#lib/jobs/job-store.ts';
import type { RunJobEvent, RunJobOutcome } from '#lib/jobs/run-job.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import { readAllWorkspaces } from '#lib/workspaces/store/workspace-store.ts';

/** As in the deployed state machine. */
const MAX_ATTEMPTS = 20;
const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 300_000;

const JOBS_PER_PAGE = 100;

export type LocalJobs = {
  start: JobStarter;
  /** Resumes the jobs that were unfinished when the server stopped. */
  resume(): Promise<void>;
  /** Makes each slice stop after its current page. */
  stop(): Promise<void>;
};

export type LocalJobsOptions = {
  /** The handler of `functions/triggers/run-job.ts`. */
  loadFunction: () => Promise<LambdaFunction>;
  /** Called with the cause of each slice that failed. */
  onFault: (error: unknown) => void;
};

/** Runs jobs in this process, with the same function and the same rules as the deployed state machine. */
export function createLocalJobs({ loadFunction, onFault }: LocalJobsOptions): LocalJobs {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  // A job continues after the request that started it, so it must not share the request's context.
  const outsideOfRequests = AsyncLocalStorage.snapshot();

  async function callFunction(event: RunJobEvent): Promise<RunJobOutcome> {
    const handler = await loadFunction();
    const endMs = Date.now() + RUN_JOB.timeoutSeconds * 1_000;
    const getRemainingTimeInMillis = () => (stopping.signal.aborted ? 0 : endMs - Date.now());
    return (await handler(event, {
      awsRequestId: randomUUID(),
      getRemainingTimeInMillis,
    } as Context)) as RunJobOutcome;
  }

  async function runSlice(jobId: string): Promise<RunJobOutcome> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await callFunction({ jobId, ...(attempt > MAX_ATTEMPTS && { isGivenUp: true }) });
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        onFault(error);
        await pause(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt));
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: stopping.signal });
  }

  async function run(jobId: string): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const { isOver: isEnd, waitSeconds } = await runSlice(jobId);
        if (isEnd) return;
        if (waitSeconds > 0) await pause(waitSeconds * 1_000);
      }
    } catch (error) {
      // The next start of the server resumes the job.
      if (!stopping.signal.aborted) onFault(error);
    } finally {
      running.delete(jobId);
    }
  }

  const start: JobStarter = async (jobId) => {
    if (stopping.signal.aborted || running.has(jobId)) return;
    running.set(jobId, outsideOfRequests(run, jobId));
  };

  return {
    start,
    async resume() {
      for (const { id } of await readAllWorkspaces()) {
        for await (const jobId of unfinishedJobs(id)) await start(jobId);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

async function* unfinishedJobs(workspaceId: string): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await readJobPage(workspaceId, { limit: JOBS_PER_PAGE, cursor });
    yield* page.items.filter((job) => !isOver(job)).map(({ id }) => id);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
