import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { DiffOutcome } from './destructive-changes.ts';

/**
 * Runs `cdk diff` and prints what it prints. With destructive changes it fails, and lists them.
 *
 * @param app an assembly, so that no code of the app runs
 */
export async function runDiff(app: string, args: readonly string[]): Promise<DiffOutcome> {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const child = spawn(
    process.execPath,
    [cdk, 'diff', '--app', app, '--no-color', '--no-notices', '--ci', '--fail-on', 'destructive', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
      process[name].write(text);
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { exitCode: code ?? 1, output: `${texts.stdout}\n${texts.stderr}` };
}
