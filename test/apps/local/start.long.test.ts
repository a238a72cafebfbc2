import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DatabaseFile, ServerFile } from '#apps/local/data-files.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START = path.join(ROOT, 'apps/local/start.ts');

let dataDir: string;
const processes: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'start-'));
});

afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  // A database that is shutting down may still be writing.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs the same command as `npm start`, with a separate data folder and free ports. */
function run(env: NodeJS.ProcessEnv = {}, command = [process.execPath, START]) {
  const { LOG_LEVEL: _, DYNAMODB_ENDPOINT: __, npm_lifecycle_event: ___, ...inherited } = process.env;
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...inherited, DATA_DIR: dataDir, PORT: '0', CHAT_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([exitCode, signal]) => ({ exitCode, signal, ...output }));
  return { child, output, ended };
}

const toFile = (name: string) => path.join(dataDir, name);
const read = <T>(name: string) => JSON.parse(readFileSync(toFile(name), 'utf8')) as T;

async function runUntilReady(env: NodeJS.ProcessEnv = {}, command?: string[]) {
  const running = run(env, command);
  await vi.waitFor(
    () => {
      if (running.child.exitCode !== null) throw new Error(`It ended: ${running.output.stderr}`);
      expect(existsSync(toFile('server.json'))).toBe(true);
    },
    { timeout: 20_000, interval: 20 },
  );
  return { ...running, server: read<ServerFile>('server.json') };
}

const getStatus = async (url: string, token: string) =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status;

describe('npm start', () => {
  it('writes server.json once both addresses respond, and prints a command that works', async () => {
    const { child, output, ended, server } = await runUntilReady();
    expect(server).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      chatUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.stringMatching(/^bot_/),
      workspaceId: expect.any(String),
      sample: { botId: expect.any(String), resultId: expect.any(String), sessionId: expect.any(String) },
    });
    expect(statSync(toFile('server.json')).mode & 0o777).toBe(0o600);
    expect(statSync(toFile('server.env')).mode & 0o777).toBe(0o600);
    expect((await fetch(`${server.chatUrl}/nothing`)).status).toBe(404);

    await vi.waitFor(() => expect(output.stdout).toContain('Ctrl-C'));
    for (const text of [server.baseUrl, server.chatUrl, server.token]) expect(output.stdout).toContain(text);
    const [chat = '', publicId] = /npx bots chat (\S+)/.exec(output.stdout) ?? [];
    const env = { ...process.env, DATA_DIR: dataDir, XDG_CONFIG_HOME: dataDir };
    const shell = spawn('sh', ['-c', chat], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const [greeting] = await once(shell.stdout.setEncoding('utf8'), 'data');
    expect(greeting).toContain('Fresh bread until noon');

    child.kill('SIGINT');
    const { stdout } = await ended;
    expect(stdout).toMatch(new RegExp(`^POST /v1/bots/${publicId}/startChat 200 \\d+ ms$`, 'm'));
    expect(stdout).not.toContain('"level"');
  });

  it('stops everything on Ctrl-C', async () => {
    const { child, ended, server } = await runUntilReady();
    const { endpoint } = read<DatabaseFile>('database.json');
    expect((await fetch(endpoint)).status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
    for (const url of [endpoint, server.baseUrl, server.chatUrl]) await expect(fetch(url)).rejects.toThrow();
    for (const name of ['server.json', 'server.env', 'database.json']) {
      expect(existsSync(toFile(name)), name).toBe(false);
    }
  });

  describe('with a request in flight', () => {
    async function interruptWithRequestRunning() {
      const running = await runUntilReady();
      const socket = connect(Number(new URL(running.server.baseUrl).port), '127.0.0.1');
      socket.write('POST /v1/bots/import HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
      // Once this response arrives, the earlier request has been received.
      await fetch(`${running.server.baseUrl}/nothing`);
      running.child.kill('SIGINT');
      await vi.waitFor(() => expect(running.output.stdout).toContain('Stopping'));
      return { ...running, socket };
    }

    it('treats two signals of one keypress as one', async () => {
      const { child, ended, socket } = await interruptWithRequestRunning();
      child.kill('SIGINT');
      await setTimeout(100);
      expect(child.exitCode).toBeNull();
      socket.destroy();
      expect(await ended).toMatchObject({ exitCode: 0 });
    });

    it('stops waiting on a second keypress', async () => {
      const { child, ended } = await interruptWithRequestRunning();
      const { endpoint } = read<DatabaseFile>('database.json');
      await setTimeout(600);
      child.kill('SIGINT');
      expect(await ended).toMatchObject({ exitCode: 130 });
      await vi.waitFor(async () => await expect(fetch(endpoint)).rejects.toThrow());
    });
  });

  it.each([
    ['SIGTERM', { exitCode: 0 }],
    ['SIGKILL', { signal: 'SIGKILL' }],
  ] as const)('stops everything when npm gets %s', async (signal, end) => {
    const { child, ended, server } = await runUntilReady({}, ['npm', 'start']);
    const { endpoint } = read<DatabaseFile>('database.json');
    child.kill(signal);
    expect(await ended).toMatchObject(end);
    for (const url of [endpoint, server.baseUrl]) {
      await vi.waitFor(async () => await expect(fetch(url)).rejects.toThrow(), { timeout: 5_000 });
    }
    await vi.waitFor(() => expect(existsSync(toFile('server.json'))).toBe(false));
  });

  it('keeps its data across a restart', async () => {
    const first = await runUntilReady();
    first.child.kill('SIGTERM');
    await first.ended;
    const { server } = await runUntilReady();
    const { token, workspaceId, sample } = first.server;
    expect(server).toMatchObject({ token, workspaceId, sample });
    expect(await getStatus(`${server.baseUrl}/v1/bots/${sample.botId}`, token)).toBe(200);
  });

  it('keeps its data when killed', async () => {
    const first = await runUntilReady();
    first.child.kill('SIGKILL');
    await first.ended;
    rmSync(toFile('server.json'));
    const { server } = await runUntilReady();
    expect(server.token).toBe(first.server.token);
    expect(await getStatus(`${server.baseUrl}/v1/bots/${server.sample.botId}`, server.token)).toBe(200);
  });

  it('refuses to start twice on one folder, and does not disturb the first server', async () => {
    const { child, server } = await runUntilReady();
    const { exitCode, stderr } = await run().ended;
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `The database ${toFile('bots.sqlite')} is in use by process ${child.pid}: stop that one, or set DATA_DIR\n`,
    );
    expect(read<ServerFile>('server.json')).toEqual(server);
    expect((await fetch(`${server.baseUrl}/v1/nothing`)).status).toBe(404);
  });

  it('logs no requests with LOG_LEVEL=silent', async () => {
    const { child, ended, server } = await runUntilReady({ LOG_LEVEL: 'silent' });
    await fetch(`${server.baseUrl}/v1/nothing`);
    child.kill('SIGINT');
    expect((await ended).stdout).not.toContain('GET /nothing');
  });

  it.each([
    [{ PORT: 'abc' }, /^PORT must be a port number .*\n$/],
    [{ DATA_DIR: '/dev/null/nothing' }, /^ENOTDIR: .*\/dev\/null\/nothing.*\n$/],
  ])('exits with one line and code 1 for %o', async (env, line) => {
    const { exitCode, stderr, stdout } = await run(env).ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(line);
  });

  it('names the port that is taken', async () => {
    const { server } = await runUntilReady();
    const port = new URL(server.chatUrl).port;
    const { exitCode, stderr } = await run({ PORT: port, DATA_DIR: toFile('other') }).ended;
    expect(exitCode).toBe(1);
    expect(stderr).toBe(`Port ${port} is already in use: choose another one with PORT (0: any free port)\n`);
  });
});
