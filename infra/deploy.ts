import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findMissingTarget } from './deployment-target.ts';
import { nextSteps, type StackOutputs } from './next-steps.ts';

/*
 * `npm run deploy`: deploys both stacks, data stack first, passing on any options to `cdk deploy`, and prints
 * the next steps.
 */

const args = process.argv.slice(2);
if (!args.some((arg) => ['--help', '-h', '--version'].includes(arg))) {
  const { profile } = parseArgs({ args, options: { profile: { type: 'string' } }, strict: false }).values;
  const missing = await findMissingTarget(typeof profile === 'string' ? profile : undefined);
  if (missing !== undefined) {
    process.stderr.write(`${missing}\n`);
    process.exit(1);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bots-deploy-'));
try {
  const outputsFile = join(folder, 'outputs.json');
  process.exitCode = await runCdk(['deploy', '--all', '--outputs-file', outputsFile, ...args]);
  if (process.exitCode === 0) {
    // CDK writes no outputs file if it only prints help or prepares a change set.
    const outputs = await readFile(outputsFile, 'utf8').catch(() => '{}');
    process.stdout.write(nextSteps(JSON.parse(outputs) as StackOutputs));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function runCdk(args: string[]): Promise<number> {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [cdk, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
