import { afterEach, describe, expect, it } from 'vitest';
import { botsJson, hasTerminal, runBots, runInTerminal } from '../bots-process.ts';
import { ended, failure, running, START, servePolls, WAIT_AGAIN } from '../scripted-jobs.ts';
import type { ScriptedResponse, ScriptedService } from '../scripted-service.ts';

let service: ScriptedService | undefined;

afterEach(async () => {
  await service?.stop();
  service = undefined;
});

async function serve(
  polls: (ScriptedResponse | undefined)[],
  token: object = {},
): Promise<NodeJS.ProcessEnv> {
  service = await servePolls(polls, token);
  return service.env;
}

/** Returns the job as seen this many seconds after it began. */
const erasing = (seconds: number): ScriptedResponse =>
  running(
    { kind: 'eraseWorkspace', botId: null, progress: { results: 0, bots: 0 } },
    { date: new Date(Date.parse('2026-11-22T10:00:01Z') + seconds * 1_000).toUTCString() },
  );

const started = () =>
  service?.requests.filter(({ line }) => line === START).map(({ body }) => JSON.parse(body));

const ERASE = ['workspaces', 'erase', 'w1'];
const WAIT = ['jobs', 'wait', 'j1', '-w', 'w1'];

describe('workspaces erase', () => {
  it.each([
    [401, 'UNAUTHORIZED'],
    [404, 'NOT_FOUND'],
  ])('takes a %d for the end, because job and token are erased, too', async (status, code) => {
    const env = await serve([erasing(1), failure(status, code)]);
    expect(await runBots([...ERASE, '--confirm', 'w1'], env)).toEqual({
      exitCode: 0,
      stdout: 'Erased workspace w1, with its tokens.\n',
      stderr: '',
    });
    expect(started()).toEqual([{ kind: 'eraseWorkspace', confirm: 'w1' }]);
  });

  it('prints JSON', async () => {
    const env = await serve([erasing(1), failure(401, 'UNAUTHORIZED')]);
    expect(await botsJson([...ERASE, '--confirm', 'w1'], env)).toEqual({
      workspaceId: 'w1',
      jobId: 'j1',
      isErased: true,
    });
  });

  it('lets the service check the confirmation', async () => {
    const env = await serve([failure(401, 'UNAUTHORIZED')]);
    await runBots([...ERASE, '--confirm', 'another', '--no-wait'], env);
    expect(started()).toEqual([{ kind: 'eraseWorkspace', confirm: 'another' }]);
  });

  it('does not take an error of the service, or a job that has failed, for the end', async () => {
    const args = [...ERASE, '--confirm', 'w1'];
    const forbidden = await serve([erasing(1), failure(403, 'FORBIDDEN')]);
    expect((await runBots(args, forbidden)).stderr).toBe(
      `error: FORBIDDEN: Not now. ${WAIT_AGAIN} (request r-1)\n`,
    );
    await service?.stop();
    const failed = await serve([
      ended('failed', { kind: 'eraseWorkspace', error: 'The service was not available for too long' }),
    ]);
    expect(await runBots(args, failed)).toMatchObject({
      exitCode: 1,
      stderr: 'error: Job j1 failed after 1,200 results: The service was not available for too long\n',
    });
  });

  it('does not take the end of an expired token for the end of the workspace', async () => {
    const expiresAt = new Date(Date.now() - 1).toISOString();
    const env = await serve([erasing(1), failure(401, 'UNAUTHORIZED')], { expiresAt });
    expect((await runBots([...ERASE, '--confirm', 'w1'], env)).stderr).toBe(
      'error: The token has expired, so nobody can see whether the workspace is erased\n',
    );
  });

  it('erases nothing without a confirmation', async () => {
    const env = await serve([]);
    expect((await runBots(ERASE, env)).stderr).toBe(
      'error: No terminal to ask for confirmation: add --confirm w1\n',
    );
    expect((await runBots(['workspaces', 'erase', 'w2'], env)).stderr).toBe(
      'error: The token has no workspace w2\n',
    );
    expect(started()).toEqual([]);
  });

  it.runIf(hasTerminal)('asks for the name, or the id', async () => {
    const env = await serve([erasing(1), failure(401, 'UNAUTHORIZED')]);
    for (const wrong of ['', 'y', 'support team']) {
      const { exitCode, stdout } = await runInTerminal(ERASE, env, [wrong]);
      expect(exitCode).toBe(1);
      expect(stdout).toContain('error: Nothing was erased');
    }
    expect(started()).toEqual([]);
    for (const right of ['Support  team', 'w1']) {
      const { stdout } = await runInTerminal([...ERASE, '--no-wait'], env, [right]);
      expect(stdout).toContain('This erases the workspace Support  team (w1) with its bots');
      expect(stdout).toContain(WAIT_AGAIN);
    }
    expect(started()).toHaveLength(2);
  });
});

describe('jobs wait, for the erasure of a workspace', () => {
  it('sees the end with the token that started it', async () => {
    const env = await serve([erasing(150), failure(401, 'UNAUTHORIZED')]);
    expect(await runBots(WAIT, env)).toEqual({ exitCode: 0, stdout: 'Erased workspace w1.\n', stderr: '' });
  });

  it('does not take the revocation of another token for the end', async () => {
    const env = await serve([erasing(60), failure(401, 'UNAUTHORIZED')]);
    expect(await runBots(WAIT, env)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: This token was revoked because the workspace is being erased. Only the token that started the job can wait for its end\n',
    });
  });
});
