import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureLine, toFailure } from '#apps/cli/failure.ts';
import { formatJobProgress } from '#apps/cli/jobs/job-progress.ts';
import { waitCommand } from '#apps/cli/jobs/job-reference.ts';
import { JobRunningError, pauseMs, waitForJob } from '#apps/cli/jobs/wait-for-job.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { ServiceUnreachableError } from '#apps/cli/service/retrying-fetch.ts';
import { botsJson, hasTerminal, runBots, runInTerminal, startBots } from '../bots-process.ts';
import { ended, failure, JOB, POLL, running, servePolls, WAIT_AGAIN } from '../scripted-jobs.ts';
import { type ScriptedResponse, type ScriptedService, startScriptedService } from '../scripted-service.ts';

let folder: string;
let service: ScriptedService | undefined;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-jobs-'));
});

afterEach(async () => {
  await service?.stop();
  service = undefined;
  rmSync(folder, { recursive: true });
});

const REFERENCE = { workspaceId: 'w1', jobId: 'j1' };

const WAIT = ['jobs', 'wait', 'j1', '-w', 'w1'];

async function serve(...polls: (ScriptedResponse | undefined)[]): Promise<ScriptedService> {
  service = await servePolls(polls);
  return service;
}

const polls = () => service?.lines.filter((line) => line === POLL).length;

describe('jobs list, jobs get and jobs cancel', () => {
  it('list: lists a page, or all of them', async () => {
    service = await startScriptedService((line) =>
      line.includes('cursor')
        ? { body: { jobs: [{ ...JOB, id: 'j2', kind: 'eraseWorkspace', botId: null }] } }
        : { body: { jobs: [JOB], nextCursor: 'c' } },
    );
    expect(await runBots(['jobs', 'list', '-w', 'w1'], service.env)).toMatchObject({
      exitCode: 0,
      stdout: [
        'JOB  STARTED (UTC)     KIND           STATE    PROGRESS       BOT',
        'j1   2026-11-22 10:00  deleteResults  running  1,200 results  b1\n',
      ].join('\n'),
      stderr: expect.stringContaining('--cursor c'),
    });
    const { jobs } = await botsJson(['jobs', 'list', '-w', 'w1', '--all'], service.env);
    expect(jobs).toMatchObject([{ id: 'j1' }, { id: 'j2' }]);
  });

  it('list: says that there are none', async () => {
    service = await startScriptedService(() => ({ body: { jobs: [] } }));
    expect((await runBots(['jobs', 'list', '-w', 'w1'], service.env)).stdout).toBe('There are no jobs.\n');
  });

  it('get: shows why a job failed', async () => {
    const { env } = await serve(ended('failed', { error: 'Bot\u001b not found' }));
    const { stdout } = await runBots(['jobs', 'get', 'j1', '-w', 'w1'], env);
    expect(stdout).toBe(
      `Job        j1
Kind       deleteResults
Bot        b1
State      failed
Progress   1,200 results
Error      Bot  not found
Requested  2026-11-22T10:00:00.000Z
Began      2026-11-22T10:00:01.000Z
Ended      2026-11-22T10:09:00.000Z
`,
    );
    expect((await botsJson(['jobs', 'get', 'j1', '-w', 'w1'], env)).job).toMatchObject({ state: 'failed' });
  });

  it.each([
    [ended('cancelled', { isCancelRequested: true }), 'Cancelled job j1. What it has done stays done.\n'],
    [running({ isCancelRequested: true }), 'Job j1 stops within seconds. What it has done stays done.\n'],
    [ended('done'), 'Job j1 was already over: done\n'],
  ])('cancel: says what became of the job', async (response, text) => {
    service = await startScriptedService(() => response);
    expect((await runBots(['jobs', 'cancel', 'j1', '-w', 'w1'], service.env)).stdout).toBe(text);
    expect(service.lines).toEqual(['POST /v1/workspaces/w1/jobs/j1/cancel']);
  });

  it('cancel: shows a refusal as it is', async () => {
    service = await startScriptedService(() => failure(409, 'CONFLICT'));
    expect((await runBots(['jobs', 'cancel', 'j1', '-w', 'w1'], service.env)).stderr).toBe(
      'error: CONFLICT: Not now. (request r-1)\n',
    );
  });
});

describe('jobs wait', () => {
  it('asks until the job is done', async () => {
    const { env } = await serve(running(), running(), ended('done'));
    expect(await runBots(WAIT, env)).toEqual({
      exitCode: 0,
      stdout: 'Deleted 1,200 results of b1.\n',
      stderr: '',
    });
    expect(polls()).toBe(3);
    expect((await botsJson(WAIT, env)).job).toMatchObject({ id: 'j1', state: 'done' });
  });

  it('pauses longer each time, and 30 seconds at most', () => {
    const pauses = Array.from({ length: 20 }, (_, count) => pauseMs(count));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.slice(0, 3)).toEqual([500, 750, 1_125]);
    expect(pauses.at(-1)).toBe(30_000);
    expect(pauseMs(100_000)).toBe(30_000);
  });

  it.each([
    ['failed', { error: 'Bot not found' }, 'Job j1 failed after 1,200 results: Bot not found'],
    ['cancelled', {}, 'Job j1 was cancelled after 1,200 results'],
  ])('ends with exit code 1 and the reason: %s', async (state, fields, message) => {
    const { env } = await serve(running(), ended(state, fields));
    expect(await runBots(WAIT, env)).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${message}\n` });
    const { exitCode, stderr } = await runBots([...WAIT, '--json'], env);
    expect({ exitCode, ...JSON.parse(stderr) }).toEqual({ exitCode: 1, error: { code: 'FAILED', message } });
  });

  it('stops with Ctrl-C, and says how to wait again', async () => {
    const { env } = await serve(running({ kind: 'exportResults' }));
    const file = path.join(folder, "Ada's.csv");
    const { child, ended: end } = startBots([...WAIT, '-o', file], env);
    await expect.poll(polls, { timeout: 10_000 }).toBeGreaterThan(1);
    child.kill('SIGINT');
    expect(await end).toEqual({
      exitCode: 130,
      stdout: '',
      stderr: `\n${WAIT_AGAIN} --output '${folder}/Ada'\\''s.csv'\n`,
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(service?.lines.filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  it('goes on when the service does not respond for a while', async () => {
    const { env } = await serve(
      running(),
      undefined,
      failure(503, 'SERVICE_UNAVAILABLE'),
      failure(500, 'INTERNAL_SERVER_ERROR'),
      ended('done'),
    );
    expect(await runBots(WAIT, env)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(polls()).toBe(5);
  });

  describe('when the service does not respond', () => {
    /**
     * Runs `jobs wait` against a scripted service. Each `-` is a poll without a response. Returns the outcome
     * and the polls.
     */
    async function wait(script: string, isStarter = false) {
      let count = 0;
      const withResponse = async () => {
        const step = script[count++] ?? '-';
        if (step === '-') throw new ServiceUnreachableError('No response');
        const state = step === '.' ? 'done' : 'running';
        return { data: { job: { ...JOB, state, file: null } }, response: new Response() };
      };
      const connection = { baseUrl: '', client: { getJob: { withResponse } } } as unknown as Service;
      const pause = async () => {};
      const outcome = await waitForJob(connection, REFERENCE, { isStarter, pause }).catch((error) => error);
      return { outcome, count };
    }

    it('asks again up to ten times in a row', async () => {
      expect(await wait(`r${'-'.repeat(10)}r${'-'.repeat(10)}.`)).toMatchObject({
        outcome: { state: 'done' },
        count: 23,
      });
      const { outcome, count } = await wait('r');
      expect({ outcome, count }).toEqual({ outcome: expect.any(JobRunningError), count: 12 });
      expect(failureLine(toFailure(outcome))).toBe(`No response. ${WAIT_AGAIN}`);
    });

    it('gives up at once if it has never seen the job, unless it has started it', async () => {
      const { outcome, count } = await wait('-.');
      expect({ outcome, count }).toEqual({ outcome: expect.any(ServiceUnreachableError), count: 1 });
      expect(await wait('-.', true)).toMatchObject({ outcome: { state: 'done' }, count: 2 });
    });
  });

  it('says that the job goes on if it can no longer be asked for', async () => {
    const { env } = await serve(running(), failure(403, 'FORBIDDEN'));
    expect(await runBots(WAIT, env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: FORBIDDEN: Not now. ${WAIT_AGAIN} (request r-1)\n`,
    });
  });

  it.each([
    ['from the beginning', [failure(404, 'NOT_FOUND')]],
    ['any more', [running(), failure(404, 'NOT_FOUND')]],
  ])('does not say so of a job that is not found %s', async (_, responses) => {
    const { env } = await serve(...responses);
    expect((await runBots(WAIT, env)).stderr).toBe('error: NOT_FOUND: Not now. (request r-1)\n');
  });

  it('has no file for other jobs than exports', async () => {
    const { env } = await serve(running());
    expect(await runBots([...WAIT, '-o', path.join(folder, 'x.csv')], env)).toMatchObject({
      exitCode: 1,
      stderr: 'error: Job j1 has no file: only exports have one\n',
    });
    expect(polls()).toBe(1);
  });

  it.runIf(hasTerminal)('shows the progress in a terminal', async () => {
    const { env } = await serve(running(), ended('done'));
    const { stdout } = await runInTerminal(WAIT, { ...env, TERM: 'xterm' }, []);
    expect(stdout).toContain('Deleting: 1,200 results so far');
    expect(stdout).toMatch(/Deleted 1,200 results of b1\.\s+$/);
  });

  it('describes the progress', () => {
    const job = { ...JOB, kind: 'eraseWorkspace', progress: { bots: 1, results: 7 } } as Parameters<
      typeof formatJobProgress
    >[0];
    expect(formatJobProgress(job)).toBe('Erasing: 1 bot, 7 results so far');
    const interrupted = { bots: 1, results: 7, isLowerBound: true } as const;
    expect(formatJobProgress({ ...job, progress: interrupted })).toBe(
      'Erasing: at least 1 bot, 7 results so far',
    );
    expect(formatJobProgress({ ...job, state: 'waiting' })).toBe('Waiting for the job to begin');
    expect(formatJobProgress({ ...job, isCancelRequested: true })).toBe('Cancelling');
  });
});

it('quotes what a shell would take apart', () => {
  const reference = { workspaceId: 'w1', jobId: 'j1', profile: 'a b', output: '$(x).csv' };
  expect(waitCommand(reference)).toBe("bots jobs wait j1 --workspace w1 --profile 'a b' --output '$(x).csv'");
});
