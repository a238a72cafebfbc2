import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How long to wait between SIGTERM and SIGKILL. */
const GRACE_MS = 5_000;

export type ProgramOptions = {
  /** Default: the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** Default: the repository. */
  cwd?: string;
  /** Whether to return what the program prints instead of showing it. */
  capture?: boolean;
  /** Aborting it ends the program together with every process that it started. */
  signal?: AbortSignal;
};

export type ProgramResult = {
  /** 127 if the program does not exist. */
  exitCode: number;
  /** Empty unless captured. */
  stdout: string;
  /** Empty unless captured. */
  stderr: string;
};

/** Runs a program until it exits. */
export function runProgram(
  command: string,
  args: string[],
  { env = process.env, cwd = root, capture = false, signal }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    signal?.throwIfAborted();
    // Only a process group's leader can be ended together with its children.
    const detached = signal !== undefined;
    const child = spawn(command, args, {
      cwd,
      env,
      detached,
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
    });
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const end = () => endProcessGroup(child.pid);
    signal?.addEventListener('abort', end, { once: true });
    const finish = (exitCode: number) => {
      signal?.removeEventListener('abort', end);
      resolve({ exitCode, stdout: stdout(), stderr: stderr() });
    };
    child.on('error', () => finish(127));
    child.on('close', (code) => finish(code ?? 1));
  });
}

function collect(stream: Readable | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** Sends SIGTERM to a process group and, if any of its processes is still running a little later, SIGKILL. */
function endProcessGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  signalProcessGroup(leader, 'SIGTERM');
  setTimeout(() => signalProcessGroup(leader, 'SIGKILL'), GRACE_MS).unref();
}

function signalProcessGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // All processes of the group have ended.
  }
}
