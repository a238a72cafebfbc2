import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readJob } from '#lib/jobs/job-store.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { databaseError, failing } from '#test/support/database-faults.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { ExportsUnderTest } from '#test/support/exports-under-test.ts';
import { type FakeS3, type S3Operation, startFakeS3 } from '#test/support/fake-s3.ts';
import { storedResults } from '#test/support/stored-results.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

let database: TestDatabase;
let s3: FakeS3;
let exports: ExportsUnderTest;

beforeAll(async () => {
  database = await startTestDatabase();
  s3 = await startFakeS3();
  vi.stubEnv('FILES_BUCKET', 'files');
  exports = new ExportsUnderTest((await insertWorkspace({ name: 'Exports' })).id, s3);
});
afterAll(async () => {
  await expectSoundTable();
  vi.unstubAllEnvs();
  await s3.stop();
  await database.stop();
});

const OPERATIONS: S3Operation[] = [
  'CreateMultipartUpload',
  'UploadPart',
  'ListParts',
  'CompleteMultipartUpload',
];
const FAULTS = OPERATIONS.flatMap((operation) => [
  [operation, 'refused'] as const,
  [operation, 'lost'] as const,
]);

it.each(FAULTS)('is the same file after %s was %s for as often as the SDK tries', async (failed, fault) => {
  const botId = await exports.botWithResults(5);
  const job = await exports.newJob(botId);
  let times = 0;
  s3.fault = (operation) => (operation === failed && times++ < 3 ? fault : undefined);
  await exports.runToEnd(job).catch(() => exports.runToEnd(job));
  expect(times).toBeGreaterThan(0);
  expect((await readJob(job.id))?.state).toBe('done');
  await exports.expectFile(job);
});

it('is the same file whichever of its database requests fails', async () => {
  s3.fault = () => undefined;
  const botId = await exports.botWithResults(0);
  await storedResults(exports.workspaceId, botId, 3);
  const counted = await exports.newJob(botId, { format: 'ndjson' });
  let requests = 0;
  await failing({ when: () => ++requests < 0, error: databaseError('TimeoutError') }, () =>
    exports.runToEnd(counted),
  );
  expect(requests).toBeGreaterThan(8);
  for (const isCarriedOut of [false, true]) {
    for (let failed = 1; failed <= requests; failed++) {
      const job = await exports.newJob(botId, { format: 'ndjson' });
      let seen = 0;
      await failing(
        { when: () => ++seen === failed, error: databaseError('TimeoutError'), isCarriedOut },
        async () => {
          await exports.runToEnd(job).catch(() => exports.runToEnd(job));
        },
      );
      expect(await readJob(job.id)).toMatchObject({ state: 'done' });
      await exports.expectFile(job);
    }
  }
});
