import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateBot } from '#lib/bots/draft/update-bot.ts';
import { cancelJob } from '#lib/jobs/cancel-job.ts';
import { eraseResult } from '#lib/jobs/erasure/erase-result.ts';
import type { Job } from '#lib/jobs/job.ts';
import { readJob, saveJob } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ExportsUnderTest, LARGE_RESULTS } from '#test/support/exports-under-test.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';
import { secondsLater } from '#test/support/stored-results.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

const _DAY_MS = 24 * 60 * 60 * 1_000;

describe('exportResults', () => {
  let database: TestDatabase;
  let s3: FakeS3;
  let exports: ExportsUnderTest;
  let botId: string;
  /** An export of two parts. */
  let smallId: string;

  beforeAll(async () => {
    database = await startTestDatabase();
    // The SDK's client in this process connects to a single server.
    s3 = await startFakeS3({ partsPerPage: 2 });
    vi.stubEnv('FILES_BUCKET', 'files');
    exports = new ExportsUnderTest((await insertWorkspace({ name: 'Exports' })).id, s3);
    botId = await exports.botWithResults();
    smallId = await exports.botWithResults(7);
  }, 60_000);
  const discardUploads = async () => {
    for (const id of s3.listUploads()) await s3.folder.abortUpload(id);
  };
  beforeEach(async () => {
    s3.operations.length = 0;
    s3.largestBytes = 0;
    await discardUploads();
    s3.fault = () => undefined;
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(async () => {
    await expectSoundTable();
    vi.unstubAllEnvs();
    await s3.stop();
    await database.stop();
  });

  describe.each(['csv', 'ndjson'] as const)('as %s', (format) => {
    it('is what the endpoint returns, in parts, one at a time', async () => {
      const job = await exports.newJob(botId, { format });
      await exports.runToEnd(job);
      await exports.expectFile(job);
      expect(s3.operations.filter((operation) => operation === 'UploadPart').length).toBeGreaterThan(2);
      // A single part, which can end with a page of the endpoint's maximum size.
      expect(s3.largestBytes).toBeGreaterThan(5 * 1_024 * 1_024);
      expect(s3.largestBytes).toBeLessThan(11 * 1_024 * 1_024);
      expect(s3.listUploads()).toStrictEqual([]);
      expect(await readJob(job.id)).toMatchObject({
        state: 'done',
        progress: { results: LARGE_RESULTS },
        place: { bytes: exports.findFile(job)?.length },
      });
    });

    it('is the same without results', async () => {
      const job = await exports.newJob(await exports.botWithResults(0), { format });
      await exports.runToEnd(job);
      await exports.expectFile(job);
    });
  });

  it('is the same if a slice ends after every part', async () => {
    const job = await exports.newJob(botId);
    const pagesOfAPart = 2;
    expect(await exports.runToEnd(job, pagesOfAPart)).toBeGreaterThan(2);
    await exports.expectFile(job);
  });

  it('reads the rows again that were not in a part when a slice ended', async () => {
    const job = await exports.newJob(botId);
    const slices = [1, 3, 1, 3, 1, 50];
    for (const pages of slices) await exports.runSlice(job.id, pages);
    expect((await readJob(job.id))?.state).toBe('done');
    await exports.expectFile(job);
  });

  it('contains the results of its window and state only', async () => {
    const window = { from: secondsLater(3), to: secondsLater(9) };
    const job = await exports.newJob(botId, { format: 'ndjson', window });
    await exports.runToEnd(job);
    await exports.expectFile(job);
    expect((await readJob(job.id))?.progress.results).toBe(6);
    const unfinished = await exports.newJob(botId, { isCompleted: false });
    await exports.runToEnd(unfinished);
    expect((await readJob(unfinished.id))?.progress.results).toBe(0);
  });

  it('leaves out a result that is deleted on the way', async () => {
    const of = await exports.botWithResults(6);
    const oldest = await exports.largeResult(of, -1);
    const job = await exports.newJob(of);
    await exports.runSlice(job.id, 2);
    await eraseResult(oldest.id, undefined, () => true);
    await exports.runToEnd(job);
    await exports.expectFile(job);
  });

  describe('fails, and leaves nothing in the bucket,', () => {
    /** Runs an export until its first part is uploaded. */
    async function begun(of = smallId): Promise<Job> {
      const job = await exports.newJob(of);
      await exports.runSlice(job.id, 2);
      expect(s3.listUploads()).toHaveLength(1);
      return (await readJob(job.id)) as Job;
    }

    async function expectFailed(job: Job, error: string): Promise<void> {
      await exports.runToEnd(job);
      expect(await readJob(job.id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining(error),
      });
      expect(s3.listUploads()).toStrictEqual([]);
      expect(exports.findFile(job)).toBeUndefined();
    }

    it('if the columns change', async () => {
      const of = await exports.botWithResults(7);
      const job = await begun(of);
      await updateBot(
        of,
        { patch: { variables: [{ id: 'v', name: 'New' }] }, overwrite: true, ifMatch: undefined },
        exports.caller,
      );
      await expectFailed(job, 'The columns have changed');
    });

    it('if its parts are gone', async () => {
      const job = await begun();
      await discardUploads();
      await expectFailed(job, 'longer than a day');
    });

    it('if it has more parts than S3 takes', async () => {
      const job = await begun();
      await saveJob(job, { place: { ...job.place, parts: 10_000 } });
      await expectFailed(job, '10000 parts');
    });

    it('if another runner has replaced a part', async () => {
      const job = await begun();
      const [uploadId = ''] = s3.listUploads();
      await s3.folder.putPart(uploadId, 1, Buffer.alloc(6_000_000));
      await expectFailed(job, 'written twice');
    });

    it('if the service has lost its bucket', async () => {
      const job = await exports.newJob(smallId);
      vi.stubEnv('FILES_BUCKET', '');
      await exports.runToEnd(job);
      vi.stubEnv('FILES_BUCKET', 'files');
      expect(await readJob(job.id)).toMatchObject({ state: 'failed' });
    });

    it('if the state machine gives up, even if S3 does not respond then', async () => {
      const job = await begun();
      s3.fault = () => 'refused';
      expect(await runJob({ jobId: job.id, isGivenUp: true })).toMatchObject({ isOver: true });
      expect(await readJob(job.id)).toMatchObject({ state: 'failed' });
      await discardUploads();
    });

    it('when it is cancelled, after the current page', async () => {
      const job = await exports.newJob(smallId);
      let cancelling: Promise<unknown> | undefined;
      let pages = 0;
      await runJob(
        { jobId: job.id },
        {
          hasTime: () => {
            if (++pages === 3) cancelling = cancelJob(exports.workspaceId, job.id, exports.caller);
            return true;
          },
        },
      );
      await cancelling;
      expect((await readJob(job.id))?.state).toBe('cancelled');
      expect(pages).toBeLessThan(6);
      expect(s3.listUploads()).toStrictEqual([]);
      expect(exports.findFile(job)).toBeUndefined();
    });
  });
});
