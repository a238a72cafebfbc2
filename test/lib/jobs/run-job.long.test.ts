import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import type { Job } from '#lib/jobs/job.ts';
import { createJob, readJob } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { readResultIds } from '#lib/results/store/result-store.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { intercepting } from '#test/support/database-requests.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { storedResults } from '#test/support/stored-results.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

let database: TestDatabase;
let workspaceId: string;

beforeAll(async () => {
  database = await startTestDatabase();
  ({ id: workspaceId } = await insertWorkspace({ name: 'Jobs' }));
});
afterAll(async () => {
  await expectSoundTable();
  await database.stop();
});

async function deletion(count: number): Promise<{ job: Job; botId: string }> {
  const caller = { tokenId: 't', tokenName: 'CI', grants: new Map([[workspaceId, 'admin' as const]]) };
  const { bot } = await createBot({ workspaceId, bot: {} }, caller);
  await storedResults(workspaceId, bot.head.id, count);
  return { job: await createJob(waitingJob(workspaceId, bot.head.id)), botId: bot.head.id };
}
const left = async (botId: string) => (await readResultIds(botId, { limit: 500 })).items.length;

async function runToEnd(jobId: string): Promise<void> {
  while (!(await runJob({ jobId })).isOver);
}

it('finishes whichever of its database requests fails', async () => {
  const { job: counted } = await deletion(1);
  let requests = 0;
  await failing({ when: () => ++requests < 0, error: databaseError('TimeoutError') }, () =>
    runToEnd(counted.id),
  );
  expect(requests).toBeGreaterThan(10);
  for (const isCarriedOut of [false, true]) {
    for (let failed = 1; failed <= requests; failed++) {
      const { job, botId } = await deletion(1);
      let seen = 0;
      await failing(
        { when: () => ++seen === failed, error: databaseError('TimeoutError'), isCarriedOut },
        async () => {
          await runToEnd(job.id).catch(() => runToEnd(job.id));
        },
      );
      expect(await readJob(job.id)).toMatchObject({ state: 'done' });
      expect(await left(botId)).toBe(0);
    }
  }
});

it('deletes 2,000 results with pages of 100, in slices of any length, and the item of the job does not grow', async () => {
  const { job, botId } = await deletion(2_000);
  let largest = 0;
  let largestJobBytes = 0;
  let slices = 0;
  await intercepting(
    async (request, send) => {
      const output = await send(request.input);
      const { Items: items } = output as { Items?: unknown[] };
      largest = Math.max(largest, items?.length ?? 0);
      return output;
    },
    async () => {
      for (let isOver = false; !isOver; slices++) {
        let questions = 0;
        ({ isOver } = await runJob({ jobId: job.id }, { hasTime: () => ++questions < 500 }));
        largestJobBytes = Math.max(largestJobBytes, JSON.stringify(await readJob(job.id)).length);
      }
    },
  );
  expect(largest).toBeLessThanOrEqual(101);
  expect(slices).toBeGreaterThan(5);
  expect(largestJobBytes).toBeLessThan(1_000);
  expect(await readJob(job.id)).toMatchObject({ state: 'done', progress: { results: 2_000 } });
  expect(await left(botId)).toBe(0);
});
