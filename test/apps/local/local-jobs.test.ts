import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { createLocalJobs } from '#apps/local/local-jobs.ts';
import { type LocalService, startLocalService } from '#apps/local/local-service.ts';
import { createJob, readJob } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { storedResults } from '#test/support/stored-results.ts';

describe('createLocalJobs', () => {
  const over = { isOver: true, waitSeconds: 0 };
  const more = { isOver: false, waitSeconds: 0 };
  const createJobs = (
    handler: (event: unknown, context: Context) => Promise<unknown>,
    faults: unknown[] = [],
  ) => createLocalJobs({ loadFunction: async () => handler, onFault: (error) => faults.push(error) });

  it('calls the function until the job is over, and runs a job only once at a time', async () => {
    const calls: unknown[] = [];
    const jobs = createJobs(async (event) => {
      calls.push(event);
      return calls.length < 3 ? more : over;
    });
    await jobs.start('a');
    await jobs.start('a');
    await expect.poll(() => calls).toHaveLength(3);
    expect(calls).toStrictEqual([{ jobId: 'a' }, { jobId: 'a' }, { jobId: 'a' }]);
    await jobs.stop();
  });

  it('lets the slice end and starts no other when it stops, even while a failed one waits', async () => {
    const faults: unknown[] = [];
    let calls = 0;
    const failing = createJobs(async () => {
      calls += 1;
      throw new Error('Busy');
    }, faults);
    await failing.start('a');
    await expect.poll(() => faults).toHaveLength(1);
    await failing.stop();
    expect(calls).toBe(1);

    let remainingMs = Number.NaN;
    let release = () => {};
    const working = createJobs(async (_, context) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      remainingMs = context.getRemainingTimeInMillis();
      return more;
    });
    await working.start('b');
    await expect.poll(() => String(release)).toContain('native code');
    const stopped = working.stop();
    release();
    await stopped;
    expect(remainingMs).toBe(0);
  });
});

describe('a restart of the local service', () => {
  it('resumes the jobs that were not over', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'bots-jobs-'));
    const faults: unknown[] = [];
    const start = (): Promise<LocalService> =>
      startLocalService({
        port: 0,
        chatPort: 0,
        dataDir,
        log: () => {},
        onFault: (error) => faults.push(error),
        onCrash: (error) => faults.push(error),
      });
    const first = await start();
    const { id: workspaceId } = await insertWorkspace({ name: 'Jobs' });
    const botId = 'a-bot';
    await storedResults(workspaceId, botId, 30);
    const [begun, waiting] = [waitingJob(workspaceId, botId), waitingJob(workspaceId, botId)];
    for (const job of [begun, waiting]) await createJob(job);
    let questions = 0;
    await runJob({ jobId: begun.id }, { hasTime: () => ++questions < 10 });
    expect(await readJob(begun.id)).toMatchObject({ state: 'running' });
    await first.stop();

    const second = await start();
    for (const { id } of [begun, waiting]) {
      await expect.poll(() => readJob(id), { timeout: 20_000 }).toMatchObject({ state: 'done' });
    }
    await second.stop();
    expect(faults).toStrictEqual([]);
  });
});
