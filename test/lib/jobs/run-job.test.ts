import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { cancelJob } from '#lib/jobs/cancel-job.ts';
import type { Job } from '#lib/jobs/job.ts';
import { useJobStarter } from '#lib/jobs/job-starter.ts';
import { createJob, JobTakenError, readJob, saveJob } from '#lib/jobs/job-store.ts';
import { presentJob } from '#lib/jobs/present-job.ts';
import { MAX_SLICES, runJob } from '#lib/jobs/run-job.ts';
import { startJob } from '#lib/jobs/start-job.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { readResultIds } from '#lib/results/store/result-store.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { readTrail } from '#test/support/audit-trail.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { forgetJobs, waitingJob } from '#test/support/stored-jobs.ts';
import { storedResult, storedResults } from '#test/support/stored-results.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

describe('runJob', () => {
  let database: TestDatabase;
  let workspaceId: string;
  let caller: Caller;

  beforeAll(async () => {
    database = await startTestDatabase();
    ({ id: workspaceId } = await insertWorkspace({ name: 'Jobs' }));
    caller = { tokenId: 't', tokenName: 'CI', grants: new Map([[workspaceId, 'admin']]) };
  });
  beforeEach(() => forgetJobs(workspaceId));
  afterAll(async () => {
    await expectSoundTable();
    await database.stop();
  });

  async function deletion(count: number): Promise<{ job: Job; botId: string }> {
    const {
      bot: { head },
    } = await createBot({ workspaceId, bot: {} }, caller);
    await storedResults(workspaceId, head.id, count);
    return { job: await createJob(waitingJob(workspaceId, head.id)), botId: head.id };
  }
  const left = async (botId: string) => (await readResultIds(botId, { limit: 500 })).items.length;
  /** Ends a slice after this many pages. */
  const pages = (count: number) => {
    let left = count;
    // Called before each page and for each of its results.
    return { hasTime: () => left-- > 0 };
  };

  async function runToEnd(jobId: string): Promise<Job> {
    while (!(await runJob({ jobId })).isOver);
    return (await readJob(jobId)) as Job;
  }

  /** Reads a job's entries in the audit trail. */
  const readEntries = async (jobId: string) =>
    (await readTrail(workspaceId)).filter((change) => change.jobId === jobId);

  it('leaves the entry of its start in the audit trail, and none for the work, however often it is interrupted', async () => {
    useJobStarter(async () => {});
    const { botId } = await deletion(60);
    const { id } = await startJob(workspaceId, { kind: 'deleteResults', botId, all: true }, caller);
    const before = await readTrail(workspaceId);
    while (!(await runJob({ jobId: id }, pages(40))).isOver);
    expect(await left(botId)).toBe(0);
    expect(await readTrail(workspaceId)).toEqual(before);
    expect(await readEntries(id)).toMatchObject([
      {
        action: 'startJob',
        actor: { type: 'token', tokenId: 't', tokenName: 'CI' },
        botId,
        jobKind: 'deleteResults',
      },
    ]);
  });

  it('takes off the change that started it, which each page would bring up again', async () => {
    useJobStarter(async () => {});
    const { botId } = await deletion(1);
    const { id } = await startJob(workspaceId, { kind: 'deleteResults', botId, all: true }, caller);
    expect(await getItem(keys.job(id))).toHaveProperty('change');
    await runJob({ jobId: id }, pages(1));
    expect(await getItem(keys.job(id))).not.toHaveProperty('change');
    await runToEnd(id);
  });

  it.each(['waiting', 'running'] as const)(
    'leaves one entry when it is cancelled twice while %s',
    async (state) => {
      const { job } = await deletion(1);
      if (state === 'running') await saveJob(job, { state });
      await Promise.all([cancelJob(workspaceId, job.id, caller), cancelJob(workspaceId, job.id, caller)]);
      await cancelJob(workspaceId, job.id, caller);
      await runToEnd(job.id);
      await cancelJob(workspaceId, job.id, caller);
      expect((await readEntries(job.id)).map(({ action }) => action)).toEqual(['cancelJob']);
    },
  );

  it('ends with the progress and the times', async () => {
    const { job, botId } = await deletion(130);
    expect(await runJob({ jobId: job.id })).toStrictEqual({ isOver: true, waitSeconds: 0 });
    expect(await readJob(job.id)).toMatchObject({
      state: 'done',
      progress: { results: 130 },
      startedAt: expect.any(String),
      endedAt: expect.any(String),
    });
    expect(await left(botId)).toBe(0);
  });

  it('goes on where the slice before was interrupted, wherever that was', async () => {
    const { job, botId } = await deletion(120);
    let slices = 0;
    for (let isOver = false; !isOver; slices++) {
      // Stops after a different number of checks each time, so that slices end before, within and after pages.
      ({ isOver } = await runJob({ jobId: job.id }, pages(60 + 40 * slices)));
      expect(slices).toBeLessThan(30);
    }
    expect(slices).toBeGreaterThan(2);
    expect(await readJob(job.id)).toMatchObject({ state: 'done', progress: { results: 120 } });
    expect(await left(botId)).toBe(0);
  });

  it('keeps the results that came after the job', async () => {
    const { job, botId } = await deletion(3);
    await storedResult(workspaceId, botId, { createdAt: new Date(Date.now() + 60_000).toISOString() });
    await runToEnd(job.id);
    expect(await left(botId)).toBe(1);
  });

  it('stops when it is cancelled, between two pages', async () => {
    const { job, botId } = await deletion(250);
    let questions = 0;
    let cancelling: Promise<unknown> | undefined;
    const outcome = await runJob(
      { jobId: job.id },
      {
        hasTime: () => {
          questions += 1;
          if (questions === 3) cancelling = cancelJob(workspaceId, job.id, caller);
          return true;
        },
      },
    );
    await cancelling;
    expect(outcome.isOver).toBe(true);
    expect(await readJob(job.id)).toMatchObject({ state: 'cancelled', progress: { results: 100 } });
    expect(await left(botId)).toBe(150);
  });

  it('does not begin when it was cancelled before', async () => {
    const { job, botId } = await deletion(2);
    await cancelJob(workspaceId, job.id, caller);
    expect(await runJob({ jobId: job.id })).toMatchObject({ isOver: true });
    expect(await left(botId)).toBe(2);
  });

  it('does nothing for a job that is over or does not exist', async () => {
    const { job } = await deletion(1);
    const ended = await runToEnd(job.id);
    expect(await runJob({ jobId: job.id })).toMatchObject({ isOver: true });
    expect(await readJob(job.id)).toStrictEqual(ended);
    expect(await runJob({ jobId: 'unknown' })).toMatchObject({ isOver: true });
  });

  it('stops the one of two runners that is behind', async () => {
    const { job } = await deletion(1);
    const read = (await readJob(job.id)) as Job;
    await saveJob(read, { state: 'running' });
    await expect(saveJob(read, { progress: { results: 9 } })).rejects.toThrow(JobTakenError);
    expect((await readJob(job.id))?.progress.results).toBe(0);
  });

  it('erases everything when two run it at once', async () => {
    const { job, botId } = await deletion(150);
    await Promise.all([runJob({ jobId: job.id }), runJob({ jobId: job.id })]);
    expect((await runToEnd(job.id)).state).toBe('done');
    expect(await left(botId)).toBe(0);
  });

  it('takes a save whose response was lost for its own', async () => {
    const { job } = await deletion(1);
    const { value } = await failing(
      {
        when: ({ command }) => command === 'UpdateItemCommand',
        error: databaseError('TimeoutError'),
        times: 1,
        isCarriedOut: true,
      },
      () => saveJob(job, { state: 'running' }),
      'attempt',
    );
    expect(value).toMatchObject({ state: 'running', revision: 1 });
  });

  it('throws what may be gone in a while, for the state machine to try again', async () => {
    const { job } = await deletion(1);
    await failing(
      { when: ({ command }) => command === 'QueryCommand', error: databaseError('ThrottlingException') },
      async () => {
        await expect(runJob({ jobId: job.id })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      },
    );
    expect(await readJob(job.id)).toMatchObject({ state: 'running' });
  });

  describe('the number of deleted results', () => {
    /** Kills the runner when it is about to save what it has done: after it has deleted a page. */
    const killAfterPage = async (jobId: string) => {
      let saves = 0;
      await failing(
        {
          when: ({ command, input }) => command === 'UpdateItemCommand' && isJob(input) && ++saves > 1,
          error: databaseError('TimeoutError'),
        },
        () => expect(runJob({ jobId })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' }),
      );
    };
    const isJob = (input: unknown) => JSON.stringify(input).includes('JOB#');
    const readView = async (jobId: string) => presentJob((await readJob(jobId)) as Job);

    it('says "at least" after a kill between deleting a page and counting it', async () => {
      const { job, botId } = await deletion(150);
      await killAfterPage(job.id);
      expect(await left(botId)).toBe(50);
      await runToEnd(job.id);
      expect(await left(botId)).toBe(0);
      expect(await readView(job.id)).toMatchObject({
        state: 'done',
        progress: { results: 50, isLowerBound: true },
      });
    });

    it('says so while the job runs on, and however often it is interrupted after that', async () => {
      const { job } = await deletion(250);
      await killAfterPage(job.id);
      await runJob({ jobId: job.id }, pages(60));
      expect(await readView(job.id)).toMatchObject({ state: 'running', progress: { isLowerBound: true } });
      await runJob({ jobId: job.id }, pages(60));
      expect((await runToEnd(job.id)).isUndercounted).toBe(true);
    });

    it.each([
      ['given up', { isGivenUp: true }],
      ['cancelled', {}],
    ])('says so if the job is then %s', async (_, event) => {
      const { job } = await deletion(150);
      await killAfterPage(job.id);
      if (!('isGivenUp' in event)) await cancelJob(workspaceId, job.id, caller);
      await runJob({ jobId: job.id, ...event });
      expect((await readView(job.id)).progress).toEqual({ results: 0, isLowerBound: true });
    });

    it('is exact if all slices ended by themselves', async () => {
      const { job } = await deletion(120);
      while (!(await runJob({ jobId: job.id }, pages(70))).isOver);
      expect((await readView(job.id)).progress).toEqual({ results: 120 });
    });

    it('is exact if the job is given up or cancelled between two slices', async () => {
      for (const event of [{ isGivenUp: true }, {}]) {
        const { job, botId } = await deletion(120);
        await runJob({ jobId: job.id }, pages(70));
        if (!('isGivenUp' in event)) await cancelJob(workspaceId, job.id, caller);
        await runJob({ jobId: job.id, ...event });
        expect((await readView(job.id)).progress).toEqual({ results: 120 - (await left(botId)) });
      }
    });

    it('says "at least" if another runner took over in the middle', async () => {
      const { job } = await deletion(1);
      await saveJob(job, { state: 'running', slices: 1 });
      expect((await runToEnd(job.id)).isUndercounted).toBe(true);
    });
  });

  it('fails with a reason when the state machine gives up', async () => {
    const { job } = await deletion(1);
    await runJob({ jobId: job.id, isGivenUp: true });
    expect(await readJob(job.id)).toMatchObject({
      state: 'failed',
      error: 'The service was not available for too long',
    });
  });

  it('fails before the history of its execution is full', async () => {
    const { job, botId } = await deletion(1);
    await saveJob(job, { slices: MAX_SLICES });
    await runJob({ jobId: job.id });
    expect(await readJob(job.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('too long'),
    });
    expect(await left(botId)).toBe(1);
  });

  describe('startJob', () => {
    const requested = (botId: string) => ({ kind: 'deleteResults' as const, botId, all: true as const });

    it('starts the job of an earlier attempt again, and creates no second one', async () => {
      const { botId } = await deletion(1);
      const started: string[] = [];
      useJobStarter(async (jobId) => {
        started.push(jobId);
        if (started.length === 1) throw databaseError('TimeoutError');
      });
      await expect(startJob(workspaceId, { ...requested(botId), newId: 'one-id' }, caller)).rejects.toThrow();
      expect(await startJob(workspaceId, { ...requested(botId), newId: 'one-id' }, caller)).toMatchObject({
        id: 'one-id',
      });
      expect(started).toStrictEqual(['one-id', 'one-id']);
    });
  });
});
