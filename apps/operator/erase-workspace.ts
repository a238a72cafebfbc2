import { isOver, type Job } from '#lib/jobs/job.ts';
import { createJob, readJob, readJobPage } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { createId } from '#lib/platform/store/create-id.ts';

import { readWorkspace, workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import { eraseSessions } from './erase-sessions.ts';

/** Numbers of what was erased. */
export type ErasedWorkspace = { results: number; bots: number; sessions: number };

/**
 * Erases a workspace with everything in it, by running the job that does so in this process. Continues an erasure that
 * began. It does no harm if AWS runs the job at the same time.
 *
 * @param pause waits until the workspace's functions have noticed that it is closed
 * @throws ServiceError NOT_FOUND if there is neither the workspace nor an erasure of it
 */
export async function eraseWorkspace(
  workspaceId: string,
  pause: (seconds: number) => Promise<void>,
): Promise<ErasedWorkspace> {
  // The job writes the same log lines as on AWS, which would mix with the command's output.
  logger.setLogLevel('SILENT');
  const job = (await findErasure(workspaceId)) ?? (await startErasure(workspaceId));
  const erased = await runErasure(job, pause);
  const sessions = await eraseSessions((session) => session.workspaceId === workspaceId);
  return { ...erased, sessions };
}

async function runErasure(
  job: Job,
  pause: (seconds: number) => Promise<void>,
): Promise<{ results: number; bots: number }> {
  let { progress } = job;
  for (;;) {
    const { isOver: isEnd, waitSeconds } = await runJob({ jobId: job.id });
    const stored = await readJob(job.id);
    if (!stored) return { results: progress.results, bots: progress.bots ?? 0 };
    ({ progress } = stored);
    if (isEnd) throw new Error(stored.error ?? `The erasure is over: ${stored.state}`);
    if (waitSeconds > 0) await pause(waitSeconds);
  }
}

async function findErasure(workspaceId: string): Promise<Job | undefined> {
  let cursor: string | undefined;
  do {
    const page = await readJobPage(workspaceId, { limit: 100, cursor });
    const found = page.items.find((job) => job.task.kind === 'eraseWorkspace' && !isOver(job));
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return undefined;
}

async function startErasure(workspaceId: string): Promise<Job> {
  if (!(await readWorkspace(workspaceId))) throw workspaceNotFound();
  return await createJob({
    id: createId(),
    workspaceId,
    // Matches no token, so all tokens are revoked.
    tokenId: 'operator',
    task: { kind: 'eraseWorkspace' },
    state: 'waiting',
    progress: { results: 0 },
    isCancelRequested: false,
    place: {},
    slices: 0,
    revision: 0,
    createdAt: new Date().toISOString(),
  });
}
