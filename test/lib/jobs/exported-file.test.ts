import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import { updateBot } from '#lib/bots/draft/update-bot.ts';
import { publishBot } from '#lib/bots/publication/publish-bot.ts';
import { getJob } from '#lib/jobs/get-job.ts';
import type { Job } from '#lib/jobs/job.ts';
import { readJob, saveJob } from '#lib/jobs/job-store.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { insertWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { ExportsUnderTest } from '#test/support/exports-under-test.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';
import { storedResults } from '#test/support/stored-results.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/test-database.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

let database: TestDatabase;
let s3: FakeS3;
let exports: ExportsUnderTest;
let botId: string;

beforeAll(async () => {
  database = await startTestDatabase();
  s3 = await startFakeS3();
  vi.stubEnv('FILES_BUCKET', 'files');
  exports = new ExportsUnderTest((await insertWorkspace({ name: 'Exports' })).id, s3);
  botId = await exports.botWithResults(0);
  await storedResults(exports.workspaceId, botId, 3);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3.stop();
  await database.stop();
});

it.each(['csv', 'ndjson'] as const)('is the export of the endpoint, as %s', async (format) => {
  for (const id of [botId, await exports.botWithResults(0)]) {
    const job = await exports.newJob(id, { format });
    await exports.runToEnd(job);
    await exports.expectFile(job);
  }
});

it('is the export of the endpoint for a bot with linked bots and removed questions', async () => {
  const { caller, workspaceId } = exports;
  const input = (id: string) => ({ id, type: 'text input' });
  const create = async (blocks: JsonObject[]) => {
    const { bot } = await createBot({ workspaceId, bot: chatBot([{ id: 'g', blocks }]) }, caller);
    await publishBot(bot.head.id, {}, caller);
    return bot.head.id;
  };
  const child = await create([input('block-1')]);
  const options = { typebotId: child, mergeResults: true };
  const parent = await create([
    input('block-0'),
    { id: 'l', type: 'Typebot link', options },
    input('block-2'),
  ]);
  const { groups } = chatBot([{ id: 'g', title: 'Later', blocks: [input('block-3')] }]);
  await updateBot(parent, { patch: { groups }, overwrite: true, ifMatch: undefined }, caller);
  await publishBot(parent, {}, caller);
  await exports.largeResult(parent, 0);
  const job = await exports.newJob(parent, { format: 'csv' });
  await exports.runToEnd(job);
  await exports.expectFile(job);
  expect(exports.findFile(job)?.toString()).toContain('Submitted at,Later,g,g (2),g (3),Completed');
});

it('can be downloaded from the address for 15 minutes, under a name of its own', async () => {
  const job = await exports.newJob(botId);
  expect((await getJob(exports.workspaceId, job.id, exports.caller)).file).toBeNull();
  await exports.runToEnd(job);
  const { file } = await getJob(exports.workspaceId, job.id, exports.caller);
  expect(file).toMatchObject({ isExpired: false, bytes: exports.findFile(job)?.length });
  const response = await fetch(file?.url ?? '');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="results-${botId}.csv"`);
  expect(Buffer.from(await response.arrayBuffer()).equals(exports.findFile(job) ?? Buffer.alloc(0))).toBe(
    true,
  );
  for (const change of [/Signature=.{4}/, /\.csv/]) {
    expect((await fetch((file?.url ?? '').replace(change, 'x'))).status).toBe(403);
  }
  vi.setSystemTime(Date.parse(file?.urlExpiresAt ?? '') + 1_000);
  expect((await fetch(file?.url ?? '')).status).toBe(403);
  const again = await getJob(exports.workspaceId, job.id, exports.caller);
  expect((await fetch(again.file?.url ?? '')).status).toBe(200);
});

it.each([
  ['seven days', '0', 7],
  ['as long as what respondents said may be kept', '3', 3],
])('is there for %s', async (_, retentionDays, days) => {
  vi.stubEnv('DATA_RETENTION_DAYS', retentionDays);
  const startedAt = new Date().toISOString();
  const job = await exports.newJob(botId);
  await exports.runToEnd(job);
  await saveJob((await readJob(job.id)) as Job, { startedAt });
  const expiresAt = new Date(Date.parse(startedAt) + days * DAY_MS).toISOString();
  expect((await getJob(exports.workspaceId, job.id, exports.caller)).file).toMatchObject({
    expiresAt,
    isExpired: false,
  });
  vi.setSystemTime(Date.parse(expiresAt) - 60_000);
  expect((await getJob(exports.workspaceId, job.id, exports.caller)).file).toMatchObject({
    urlExpiresAt: expiresAt,
  });
  vi.setSystemTime(Date.parse(expiresAt));
  expect((await getJob(exports.workspaceId, job.id, exports.caller)).file).toStrictEqual({
    bytes: exports.findFile(job)?.length,
    expiresAt,
    isExpired: true,
    url: null,
    urlExpiresAt: null,
  });
  vi.stubEnv('DATA_RETENTION_DAYS', '0');
});

it('is gone with the bucket of the service', async () => {
  const job = await exports.newJob(botId);
  await exports.runToEnd(job);
  vi.stubEnv('FILES_BUCKET', '');
  expect((await getJob(exports.workspaceId, job.id, exports.caller)).file).toMatchObject({
    isExpired: true,
    url: null,
  });
  vi.stubEnv('FILES_BUCKET', 'files');
});
