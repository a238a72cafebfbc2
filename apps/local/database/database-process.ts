import { type ChildProcess, spawn } from 'node:child_process';
import { get } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#apps/local/free-port.ts';
import type { DatabaseProgram } from './database-program.ts';

export type DatabaseProcess = {
  port: number;
  /** Resolves once the database process has exited. */
  stop(): Promise<void>;
  /** Called if the database exits without `stop` having been called. */
  onCrash(listener: (error: Error) => void): void;
};

/**
 * Two processes looking for a free port at the same time can pick the same one, but are unlikely to do so
 * five times in a row.
 */
const PORT_ATTEMPTS = 5;

/** Time between SIGTERM and SIGKILL. DynamoDB Local takes 0.4 s to shut down. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Runs before the database is `exec`ed, and leaves a guard behind: a subshell that waits on a pipe from our
 * process. The system closes that pipe when our process ends for any reason, SIGKILL included, and the guard
 * then terminates the database (`$$` remains the process id across `exec`). A line on the pipe makes the
 * guard exit instead. Unlike `setpriv --pdeathsig`, this works on every POSIX system, has no race between
 * fork and arming, and does not depend on the lifetime of the thread that spawned the database.
 */
const GUARDED = '{ read -r _ <&3 || kill -TERM $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

/**
 * Starts the database on a free port of 127.0.0.1, and resolves once it responds.
 *
 * @param filePath database file; undefined means in memory
 * @throws Error with the end of the database's output if it does not start
 */
export async function startDatabaseProcess(
  database: DatabaseProgram,
  filePath: string | undefined,
): Promise<DatabaseProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn(await freePort(), database, filePath);
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !isPortTaken(error)) throw error;
    }
  }
}

/** Matches the messages of dynoxide and of Java. */
function isPortTaken(error: unknown): boolean {
  return error instanceof Error && /already in use|BindException/i.test(error.message);
}

async function startOn(
  port: number,
  database: DatabaseProgram,
  filePath: string | undefined,
): Promise<DatabaseProcess> {
  const child = spawnGuarded(database, database.args(port, filePath));
  child.once('exit', () => dismissGuard(child));
  // 'close' follows 'exit' and guarantees that all output has been read.
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const output = collectOutput(child);

  try {
    await waitUntilListening(child, database, port, output);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error instanceof DatabaseEndedError ? new Error(describeEnd(database, child, output())) : error;
  }
  // Lets a script exit while its database is still running. The guard then terminates the database.
  releaseFromEventLoop(child);

  let isStopping = false;
  return {
    port,
    async stop() {
      isStopping = true;
      if (hasEnded(child)) return;
      child.ref();
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(killTimer);
    },
    onCrash(listener) {
      ended.then(() => {
        if (!isStopping) listener(new Error(describeEnd(database, child, output())));
      });
    },
  };
}

function spawnGuarded(database: DatabaseProgram, args: string[]): ChildProcess {
  // On Windows, libuv puts child processes into a job object, which the system terminates with our process.
  if (process.platform === 'win32') {
    return spawn(database.command, args, {
      cwd: database.workingDirectory,
      stdio: ['ignore', 'pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
  }
  return spawn('/bin/sh', ['-c', GUARDED, 'sh', database.command, ...args], {
    cwd: database.workingDirectory,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // Own process group, so that Ctrl-C in the terminal does not kill the database while requests are in
    // flight.
    detached: true,
  });
}

function guardPipe(child: ChildProcess): Duplex | null {
  return (child.stdio[3] ?? null) as Duplex | null;
}

function dismissGuard(child: ChildProcess): void {
  const pipe = guardPipe(child);
  pipe?.on('error', () => {});
  pipe?.end('done\n');
}

function releaseFromEventLoop(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) {
    // The pipes of a child process are sockets, but the type of `stdio` does not say so.
    (stream as { unref?: () => void } | null | undefined)?.unref?.();
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Keeps the last 4 KB of output. Reads all of it, because a full pipe would block the database. */
function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4_096);
    });
  }
  return () => text;
}

class DatabaseEndedError extends Error {
  override name = 'DatabaseEndedError';
}

/**
 * Waits until the database has logged that it is listening, is still running, and the port responds. A
 * response alone could come from another database that won the race for the port.
 */
async function waitUntilListening(
  child: ChildProcess,
  database: DatabaseProgram,
  port: number,
  output: () => string,
): Promise<void> {
  let spawnError: Error | undefined;
  child.once('error', (error) => {
    spawnError = error;
  });
  const deadlineMs = Date.now() + database.startTimeoutMs;
  while (Date.now() < deadlineMs) {
    if (spawnError) throw spawnError;
    if (hasEnded(child)) throw new DatabaseEndedError();
    const saysSo = database.listeningLine ? output().includes(database.listeningLine(port)) : true;
    if (saysSo && (await responds(port)) && !hasEnded(child)) return;
    await delay(5);
  }
  throw new Error(
    `${database.name} did not respond within ${database.startTimeoutMs / 1_000} s: ${output().trim()}`,
  );
}

function describeEnd(database: DatabaseProgram, child: ChildProcess, output: string): string {
  const how = child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
  return `${database.name} ended unexpectedly (${how}): ${output.trim()}`;
}

/** Any status will do: dynoxide responds with 200, DynamoDB Local with 400. */
function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/', agent: false, timeout: 1_000 });
    request.on('response', (response) => {
      response.resume();
      resolve(true);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}
