import { expect } from 'vitest';
import { createBot } from '#lib/bots/draft/create-bot.ts';
import type { ExportTask, Job } from '#lib/jobs/job.ts';
import { createJob } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { type ExportFormat, exportResults } from '#lib/results/export-results.ts';
import type { Result } from '#lib/results/result-schema.ts';
import type { FakeS3 } from './fake-s3.ts';
import { waitingJob } from './stored-jobs.ts';
import { secondsLater, storedResult } from './stored-results.ts';

/** Enough for an export of three parts: two parts of two pages with three results each, and one more result. */
export const LARGE_RESULTS = 13;

/** Size at which three results fill a page but fall just short of a part. */
const RESULT_BYTES = 1_700_000;
const ANSWERS_PER_RESULT = 5;

/** The exports of one workspace, written to the bucket `files`. */
export class ExportsUnderTest {
  readonly workspaceId: string;
  readonly caller: Caller;
  private readonly s3: FakeS3;
  private readonly expected = new Map<string, Buffer>();

  constructor(workspaceId: string, s3: FakeS3) {
    this.workspaceId = workspaceId;
    this.caller = { tokenId: 't', tokenName: 'CI', grants: new Map([[workspaceId, 'admin']]) };
    this.s3 = s3;
  }

  /** Creates a bot with large results, and returns its id. */
  async botWithResults(count = LARGE_RESULTS): Promise<string> {
    const { bot } = await createBot({ workspaceId: this.workspaceId, bot: {} }, this.caller);
    for (let n = 0; n < count; n++) await this.largeResult(bot.head.id, n);
    return bot.head.id;
  }

  async largeResult(botId: string, n: number): Promise<Result> {
    const createdAt = secondsLater(n);
    const content = `${n}: "ä\n${'x'.repeat(RESULT_BYTES / ANSWERS_PER_RESULT)}`;
    return await storedResult(this.workspaceId, botId, {
      createdAt,
      answers: Array.from({ length: ANSWERS_PER_RESULT }, (_, index) => ({
        createdAt,
        resultId: '',
        blockId: `block-${index}`,
        groupId: 'group',
        variableId: null,
        content,
        storageUsed: 0,
      })),
    });
  }

  async newJob(botId: string, fields: Partial<ExportTask> = {}): Promise<Job> {
    const task: ExportTask = {
      kind: 'exportResults',
      botId,
      format: 'csv',
      window: { to: new Date().toISOString() },
      ...fields,
    };
    return await createJob(waitingJob(this.workspaceId, botId, { task }));
  }

  /** Runs slices of this many pages each until the job is over. Returns their number. */
  async runToEnd({ id: jobId }: Job, pages = Number.POSITIVE_INFINITY): Promise<number> {
    for (let slices = 1; ; slices++) {
      if (await this.runSlice(jobId, pages)) return slices;
      expect(slices).toBeLessThan(1_000);
    }
  }

  /** @returns whether the job is over */
  async runSlice(jobId: string, pages: number): Promise<boolean> {
    let left = pages;
    return (await runJob({ jobId }, { hasTime: () => left-- > 0 })).isOver;
  }

  /** Expects the job's file to equal the joined pages of the endpoint. Results must not change in between. */
  async expectFile(job: Job): Promise<void> {
    const { botId, format, window } = job.task as ExportTask;
    const key = JSON.stringify([botId, format, window.from]);
    const expected = this.expected.get(key) ?? (await this.ofEndpoint(botId, format, window));
    this.expected.set(key, expected);
    expect(this.findFile(job)?.length).toBe(expected.length);
    // Compares without a diff, which would print megabytes.
    expect(this.findFile(job)?.equals(expected)).toBe(true);
  }

  private async ofEndpoint(botId: string, format: ExportFormat, query: object): Promise<Buffer> {
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await exportResults(botId, { ...query, format, cursor }, this.caller);
      pages.push(page.text);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return Buffer.from(pages.join(''));
  }

  findFile({ id, task }: Job): Buffer | undefined {
    return this.s3.readFile(`exports/${this.workspaceId}/${id}.${(task as ExportTask).format}`);
  }
}
