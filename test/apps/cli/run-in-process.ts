import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { vi } from 'vitest';
import { createProgram } from '#apps/cli/program.ts';
import { formatUsageErrors } from '#apps/terminal/usage-errors.ts';
import type { Run } from './bots-process.ts';

/**
 * Runs the command line in this process, with empty input. Much faster than a process of its own.
 *
 * @param options `isTTY` as if its output went to a terminal
 */
export async function runInProcess(
  args: string[],
  env: NodeJS.ProcessEnv,
  { isTTY: isTerminal = false }: { isTTY?: boolean } = {},
): Promise<Run> {
  const printed = { stdout: '', stderr: '' };
  const undo: (() => void)[] = [];
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name];
    const isTTY = Object.getOwnPropertyDescriptor(stream, 'isTTY');
    Object.defineProperty(stream, 'isTTY', { value: isTerminal, configurable: true });
    const spy = vi.spyOn(stream, 'write').mockImplementation(((chunk: unknown, ...rest: unknown[]) => {
      printed[name] += String(chunk);
      const done = rest.find((one) => typeof one === 'function') as (() => void) | undefined;
      done?.();
      return true;
    }) as typeof stream.write);
    undo.push(() => {
      spy.mockRestore();
      if (isTTY) Object.defineProperty(stream, 'isTTY', isTTY);
      else delete (stream as { isTTY?: boolean }).isTTY;
    });
  }
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
  Object.defineProperty(process, 'stdin', { value: Readable.from([]), configurable: true });
  undo.push(() => stdin && Object.defineProperty(process, 'stdin', stdin));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  let exitCode = 0;
  try {
    await throwInsteadOfExit(formatUsageErrors(createProgram())).parseAsync(args, { from: 'user' });
    exitCode = Number(process.exitCode ?? 0);
  } catch (error) {
    exitCode = (error as { exitCode?: number }).exitCode ?? -1;
    if (exitCode === -1) printed.stderr += String(error);
  } finally {
    process.exitCode = undefined;
    vi.unstubAllEnvs();
    for (const restore of undo) restore();
  }
  return { exitCode, ...printed };
}

function throwInsteadOfExit(command: Command): Command {
  for (const below of command.commands) throwInsteadOfExit(below);
  return command.exitOverride();
}

/** Returns each command that does something, with the words that call it. */
export function findLeaves(command: Command = createProgram(), words: string[] = []): [string[], Command][] {
  if (command.commands.length === 0) return [[words, command]];
  return command.commands.flatMap((below) => findLeaves(below as Command, [...words, below.name()]));
}
