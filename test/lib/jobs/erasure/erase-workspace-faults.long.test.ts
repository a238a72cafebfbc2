import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { createJob, readJob } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { storedResult } from '#test/support/stored-results.ts';
import { tableContents } from '#test/support/table-contents.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';
import { uniqueName } from '#test/support/unique-name.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  vi.useRealTimers();
  await expectSoundTable();
  await database.stop();
});

/** A workspace with a bot that has names, and a result; and a job that erases it. */
async function erasure(): Promise<{ workspaceId: string; jobId: string }> {
  const { id: workspaceId } = await insertWorkspace({ name: 'Doomed' });
  const { id: tokenId } = await insertToken({ workspaceId, role: 'admin', name: 'Starter' });
  await insertToken({ workspaceId, role: 'editor', name: 'CI' });
  const caller = {
    tokenId,
    tokenName: 'Starter',
    grants: new Map([[workspaceId, 'admin' as const]]),
  };
  const publicId = uniqueName('doomed');
  const { bot } = await createBot(
    { workspaceId, bot: { publicId, customDomain: `${publicId}.example.com` } },
    caller,
  );
  await storedResult(workspaceId, bot.head.id, { answers: 2 });
  const task = { kind: 'eraseWorkspace' as const };
  const { id: jobId } = await createJob(waitingJob(workspaceId, undefined, { task, tokenId }));
  return { workspaceId, jobId };
}

async function runToEnd(jobId: string): Promise<void> {
  for (;;) {
    const { isOver, waitSeconds } = await runJob({ jobId });
    if (isOver) return;
    vi.setSystemTime(Date.now() + waitSeconds * 1_000);
  }
}

it('finishes whichever of its database requests fails', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const counted = await erasure();
  let requests = 0;
  await failing({ when: () => ++requests < 0, error: databaseError('TimeoutError') }, () =>
    runToEnd(counted.jobId),
  );
  expect(requests).toBeGreaterThan(50);
  for (const isCarriedOut of [false, true]) {
    for (let failed = 1; failed <= requests; failed++) {
      const { workspaceId, jobId } = await erasure();
      let seen = 0;
      await failing(
        { when: () => ++seen === failed, error: databaseError('TimeoutError'), isCarriedOut },
        async () => {
          await runToEnd(jobId).catch(() => runToEnd(jobId));
        },
      );
      expect(await readJob(jobId)).toBeUndefined();
      const left = (await tableContents()).filter((item) => JSON.stringify(item).includes(workspaceId));
      expect(left).toStrictEqual([]);
    }
  }
}, 600_000);
