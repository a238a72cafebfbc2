import { execFile } from 'node:child_process';
import { expect } from 'vitest';

export type Run = { exitCode: number; stdout: string; stderr: string };

/**
 * Runs the real process, without anything in the test's own environment that would choose a service for it.
 */
export function runBots(args: string[], env: NodeJS.ProcessEnv, stdin = ''): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['lib/apps/cli/bots.ts', ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => {
        resolve({ exitCode: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      },
    );
    child.stdin?.end(stdin);
  });
}

/** What a command that must succeed prints with `--json`. */
// biome-ignore lint/suspicious/noExplicitAny: each command prints a document of its own
export async function botsJson(args: string[], env: NodeJS.ProcessEnv): Promise<any> {
  const { exitCode, stdout, stderr } = await runBots([...args, '--json'], env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
}
