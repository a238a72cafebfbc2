import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultCredentialsFile } from '#apps/local/default-credentials-file.ts';
import { botsJson, runBots } from '../bots-process.ts';
import { startService } from '../local-service.ts';
import { type ScriptedResponse, startScriptedService } from '../scripted-service.ts';

const CANARY = 'canary-28c7';

/** Runs a command, none of which may print the value. */
async function run(args: string[], env: NodeJS.ProcessEnv, stdin = '') {
  const outcome = await runBots(['credentials', ...args], env, stdin);
  expect(`${outcome.stdout}${outcome.stderr}`).not.toContain(CANARY);
  return outcome;
}

describe('credentials of the local server', () => {
  let folder: string;
  let service: Awaited<ReturnType<typeof startService>>;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'bots-stored-'));
    service = await startService(path.join(folder, 'data'), { CREDENTIALS: '', CREDENTIALS_FILE: '' });
    env = { DATA_DIR: path.join(folder, 'data'), HOME: folder };
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const readFile = () => readFileSync(defaultCredentialsFile(path.join(folder, 'data')), 'utf8');

  it('are stored from stdin, listed, tested and deleted', async () => {
    expect((await run(['stored'], env)).stdout).toBe('There are no stored credentials.\n');
    const value = JSON.stringify({ apiKey: CANARY });
    const put = await run(['put', 'c1', '--kind', 'segment', '--name', 'Shop'], env, value);
    expect(put).toMatchObject({ exitCode: 0, stdout: 'Stored c1.\n' });
    expect(Object.values(JSON.parse(readFile()))).toEqual([{ c1: { apiKey: CANARY, kind: 'segment' } }]);

    expect((await run(['stored'], env)).stdout).toMatch(/^ID +KIND +NAME .*\nc1 +segment +Shop +stored /);
    const { credentials, secretUsdPerMonth } = await botsJson(['credentials', 'stored'], env);
    expect(credentials).toMatchObject([{ id: 'c1', kind: 'segment', name: 'Shop' }]);
    expect(secretUsdPerMonth).toBeNull();

    const tested = await run(['test', 'c1'], env);
    expect(tested).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^untested: /) });

    expect(await run(['delete', 'c1'], env)).toMatchObject({ exitCode: 0, stdout: 'Deleted c1.\n' });
    expect(readFile()).not.toContain(CANARY);
    expect(await run(['delete', 'c1'], env)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Credentials not found'),
    });
  });

  it.each([
    ['', 'stdin must have a JSON object'],
    [`["${CANARY}"]`, 'stdin must have a JSON object'],
    [`{"apiKey": "${CANARY}"`, 'stdin must have a JSON object'],
    [JSON.stringify({ key: CANARY }), 'data: Has a field that these credentials do not have. Fields: apiKey'],
    ['{"apiKey":""}', 'data.apiKey: Missing or empty'],
  ])('are not stored from %j', async (stdin, message) => {
    const { exitCode, stderr } = await run(['put', 'c2', '--kind', 'segment'], env, stdin);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
    expect(readFile()).not.toContain('c2');
  });
});

describe('credentials of a deployed service', () => {
  const respond = async (response: ScriptedResponse, args: string[], stdin = '') => {
    const service = await startScriptedService(() => response);
    const outcome = await run([...args, '-w', 'w1'], service.env, stdin);
    await service.stop();
    return { ...outcome, lines: service.lines, bodies: service.requests.map(({ body }) => body) };
  };

  it('put says what they cost', async () => {
    const times = { createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' };
    const credentials = { id: 'c1', kind: 'openai', name: null, state: 'stored', ...times };
    const { stdout, lines, bodies } = await respond(
      { body: { credentials, secretUsdPerMonth: 0.4 } },
      ['put', 'c1', '--kind', 'openai'],
      JSON.stringify({ apiKey: CANARY }),
    );
    expect(stdout).toBe('Stored c1. It costs $0.40 a month.\n');
    expect(lines).toEqual(['PUT /v1/workspaces/w1/credentials/c1']);
    expect(bodies.map((body) => JSON.parse(body))).toEqual([{ kind: 'openai', data: { apiKey: CANARY } }]);
  });

  it.each([
    ['valid', 0],
    ['untested', 0],
    ['invalid', 1],
  ])('test of credentials that are %s ends with exit code %i', async (status, exitCode) => {
    const outcome = await respond({ body: { status, message: 'A reason\u001b[31m' } }, ['test', 'c1']);
    expect(outcome).toMatchObject({
      exitCode,
      lines: ['POST /v1/workspaces/w1/credentials/c1/test'],
      stdout: expect.stringMatching(new RegExp(`^${status}: A reason`)),
    });
    expect(outcome.stdout).not.toContain('\u001b');
  });
});
