import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const node = (script: string, options: object = {}) =>
  runProgram(process.execPath, ['-e', script], { capture: true, ...options });

describe('a program', () => {
  it('says what it printed and how it ended', async () => {
    const script = "console.log('out'); console.error('err'); process.exitCode = 3";
    expect(await node(script)).toStrictEqual({ exitCode: 3, stdout: 'out\n', stderr: 'err\n' });
  });

  it('is not found with the code that shells use', async () => {
    expect((await runProgram('/nowhere/program', [], { capture: true })).exitCode).toBe(127);
  });

  it.skipIf(!existsSync('/bin/sh'))('ends with everything that it started', async () => {
    const ending = new AbortController();
    const running = runProgram('/bin/sh', ['-c', 'sleep 60 & wait'], {
      capture: true,
      signal: ending.signal,
    });
    await delay(200);
    ending.abort();
    // `sleep` holds the other end of the pipes, so this resolves only after it has ended as well.
    expect((await running).exitCode).not.toBe(0);
  });
});
