import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { expect } from 'vitest';

export type Run = { exitCode: number; stdout: string; stderr: string };

/** Runs the CLI in a child process that inherits only PATH, so that nothing but `env` selects a service. */
export function runBots(args: string[], env: NodeJS.ProcessEnv, stdin = ''): Promise<Run> {
  const { child, ended } = startBots(args, env);
  child.stdin?.end(stdin);
  return ended;
}

/** Like `runBots`, for tests that do something while the command runs. */
export function startBots(
  args: string[],
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; ended: Promise<Run> } {
  return start(process.execPath, ['apps/cli/bots.ts', ...args], env);
}

/** Whether this machine has the program that `runInTerminal` needs. */
export const hasTerminal = spawnSync('script', ['--version']).status === 0;

/** A line that is typed at once, or keys that are pressed when the terminal shows a text. */
export type Typed = string | { after: string; keys: string };

/** Runs the CLI in a terminal, into which the lines are typed. Everything it prints is in `stdout`. */
export async function runInTerminal(args: string[], env: NodeJS.ProcessEnv, typed: Typed[]): Promise<Run> {
  const command = [process.execPath, 'apps/cli/bots.ts', ...args].map((word) => `'${word}'`).join(' ');
  const later = typed.filter((one) => typeof one === 'object');
  // A terminal without a width shows one letter a line.
  const wide = later.length > 0 ? `stty columns 120 && ${command}` : command;
  const { child, ended } = start('script', ['-qec', wide, '/dev/null'], env);
  let shown = '';
  child.stdout?.on('data', (text) => {
    shown += text;
    if (later[0] && shown.includes(later[0].after)) child.stdin?.write(later.shift()?.keys ?? '');
  });
  for (const line of typed) if (typeof line === 'string') child.stdin?.write(`${line}\n`);
  const run = await ended;
  child.stdin?.end();
  return run;
}

function start(program: string, args: string[], env: NodeJS.ProcessEnv) {
  let settle: (run: Run) => void;
  const ended = new Promise<Run>((resolve) => {
    settle = resolve;
  });
  const child = execFile(
    program,
    args,
    { env: { PATH: process.env.PATH, ...env } },
    (error, stdout, stderr) => settle({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
  );
  return { child, ended };
}

/** Runs a command that must succeed, and returns its `--json` output. */
// biome-ignore lint/suspicious/noExplicitAny: every command prints a different document
export async function botsJson(args: string[], env: NodeJS.ProcessEnv): Promise<any> {
  const { exitCode, stdout, stderr } = await runBots([...args, '--json'], env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}
