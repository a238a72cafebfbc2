import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import type { ServerFile } from '#apps/local/data-files.ts';

const run = promisify(execFile);

/** The process to kill: the server with its process group, or only the database. */
export type Victim = 'server' | 'database';

export type ServerProcess = ServerFile & {
  /** Sends SIGKILL. Resolves when the server has exited. The server also exits if the database is killed. */
  kill(victim: Victim): Promise<void>;
  /** Sends SIGTERM. */
  stop(): Promise<void>;
};

/**
 * Starts what `npm start` runs, in a separate process group.
 *
 * @param root the checkout whose server to start
 * @param ports of the two addresses. Default: free ones
 */
export async function startServer(
  dataDir: string,
  root = process.cwd(),
  [port, chatPort] = ['0', '0'],
): Promise<ServerProcess> {
  const { DYNAMODB_ENDPOINT: _, ...inherited } = process.env;
  const file = path.join(dataDir, 'server.json');
  // A killed server leaves its file behind.
  rmSync(file, { force: true });
  const server = spawn(process.execPath, [findStartFile(root)], {
    cwd: root,
    env: { ...inherited, PORT: port, CHAT_PORT: chatPort, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let errors = '';
  server.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  await vi.waitUntil(() => existsSync(file) || server.exitCode !== null, { timeout: 60_000, interval: 20 });
  if (server.exitCode !== null) throw new Error(`The server did not start: ${errors}`);
  const databasePid = await findOnlyChild(server);
  return {
    ...(JSON.parse(readFileSync(file, 'utf8')) as ServerFile),
    async kill(victim) {
      const ended = once(server, 'exit');
      process.kill(victim === 'server' ? -readPid(server) : databasePid, 'SIGKILL');
      await ended;
    },
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** An older checkout may keep it elsewhere. */
function findStartFile(root: string): string {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const file = scripts.start.split(' ').at(-1);
  if (!file?.endsWith('.ts')) throw new Error(`"${scripts.start}" names no file`);
  return file;
}

function readPid({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The server has no process');
  return pid;
}

/** The database is the only process that the server starts itself. */
async function findOnlyChild(server: ChildProcess): Promise<number> {
  const children = await listChildren(readPid(server));
  const [child, ...others] = children;
  if (child === undefined || others.length > 0) throw new Error(`The server has ${children.length} children`);
  return child;
}

/** Linux keeps a list of children, so this also works in containers without `ps`. */
async function listChildren(pid: number): Promise<number[]> {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(list)) return readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

/** Runs `bots operator verify` on the database of the running server. */
export async function verifyFindings(dataDir: string): Promise<unknown[]> {
  const { TABLE_NAME: _, DYNAMODB_ENDPOINT: __, ...inherited } = process.env;
  const args = ['apps/cli/bots.ts', 'operator', 'verify', '--json'];
  const { stdout } = await run(process.execPath, args, {
    env: { ...inherited, DATA_DIR: dataDir },
    maxBuffer: 64 * 1_024 * 1_024,
  }).catch((error: { stdout?: string }) => {
    // The exit code is 1 if there are findings.
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  return (JSON.parse(stdout) as { findings: unknown[] }).findings;
}
