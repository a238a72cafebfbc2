import { type ChildProcess, spawn } from 'node:child_process';
import { get } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseProgram } from './database-program.ts';
import { freePort } from './free-port.ts';

export type DatabaseProcess = {
  port: number;
  /** Resolves when the database has ended, or at once if it already has. */
  stop(): Promise<void>;
  /** Called if the database ends without having been told to. */
  onCrash(listener: (error: Error) => void): void;
};

/**
 * Two processes that pick a free port at the same moment can pick the same one, but not five times in a row.
 */
const PORT_ATTEMPTS = 5;

/** A database that does not end after SIGTERM (DynamoDB Local takes 0.4 s) is killed. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Runs in place of the database until `exec`, and leaves a guard behind: a subshell that waits on the pipe
 * from our process. The system closes that pipe however our process ends, SIGKILL included, and the guard
 * then ends the database (`$$` stays the process id through `exec`). A line on the pipe makes the guard exit
 * instead. Unlike `setpriv --pdeathsig`, this works on every POSIX system, leaves no gap between fork and
 * arming, and does not depend on the life of the thread that started the database.
 */
const GUARDED = '{ read -r _ <&3 || kill -TERM $$; } >/dev/null 2>&1 & exec "$@" 3<&-';

/**
 * Starts the database on a free port of 127.0.0.1, and resolves when it responds there.
 *
 * @param filePath where the database is stored; undefined means in memory
 * @throws Error with the database's last output if it does not start
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

/** The messages of dynoxide and of Java. */
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
  // 'close' comes after 'exit', when the last output has been read too.
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const output = collectOutput(child);

  try {
    await untilListening(child, database, port, output);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error instanceof DatabaseEnded ? new Error(describeEnd(database, child, output())) : error;
  }
  // A script can end while its database still runs. The guard then ends the database.
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
  // On Windows, libuv puts every child into a job object that the system ends together with our process.
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
    // In its own process group, because Ctrl-C in the terminal must not end the database while requests are
    // running.
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
    // Pipes of a child process are sockets, but the type of `stdio` does not say so.
    (stream as { unref?: () => void } | null | undefined)?.unref?.();
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** The last 4 KB that the database wrote. Everything is read, because a full pipe would stop it. */
function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4_096);
    });
  }
  return () => text;
}

class DatabaseEnded extends Error {}

/**
 * Ready means three things at once: the database says that it owns the port, it is still running, and
 * something responds there. A response alone could come from another database that took the port first.
 */
async function untilListening(
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
    if (hasEnded(child)) throw new DatabaseEnded();
    const saysSo = database.listeningLine ? output().includes(database.listeningLine(port)) : true;
    if (saysSo && (await answers(port)) && !hasEnded(child)) return;
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

/** Any response will do: dynoxide sends 200, DynamoDB Local 400. */
function answers(port: number): Promise<boolean> {
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
