import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findMissingTarget } from './deployment-target.ts';
import { nextSteps, type StackOutputs } from './next-steps.ts';
import { findStreamConflict, readPlannedStream } from './stream-conflict.ts';

/*
 * `npm run deploy`: deploys both stacks, data stack first, passing on any options to `cdk deploy`, and prints
 * the next steps.
 */

const args = process.argv.slice(2);
const { profile, context } = readTargetOptions(args);
const isHelp = args.some((arg) => ['--help', '-h', '--version'].includes(arg));
const missing = isHelp ? undefined : await findMissingTarget(profile);
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'bots-deploy-'));
try {
  process.exitCode = await (isHelp ? runCdk(['deploy', ...args]) : runDeployment());
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @returns the exit code */
async function runDeployment(): Promise<number> {
  const assembly = join(folder, 'assembly');
  const settings = context.flatMap((setting) => ['--context', setting]);
  // Exclusively, or CDK would bundle all functions.
  const options = ['--exclusively', '--quiet', '--output', assembly, ...settings];
  const synthesized = await runCdk(['synth', '*-data', ...options]);
  if (synthesized !== 0) return synthesized;
  const region = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  const client = new DynamoDBClient({
    ...(profile !== undefined && { profile }),
    ...(region && { region }),
  });
  const conflict = await findStreamConflict(client, readPlannedStream(assembly));
  if (conflict !== undefined) {
    process.stderr.write(`${conflict}\n`);
    return 1;
  }

  const outputsFile = join(folder, 'outputs.json');
  const exitCode = await runCdk(['deploy', '--all', '--outputs-file', outputsFile, ...args]);
  if (exitCode === 0) {
    // CDK writes no outputs file if it only prepares a change set.
    const outputs = await readFile(outputsFile, 'utf8').catch(() => '{}');
    process.stdout.write(nextSteps(JSON.parse(outputs) as StackOutputs));
  }
  return exitCode;
}

/** Reads the options of `cdk deploy` that decide what is deployed, and where. */
function readTargetOptions(args: string[]): { profile: string | undefined; context: string[] } {
  const { values } = parseArgs({
    args,
    options: { profile: { type: 'string' }, context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
  });
  const { profile, context = [] } = values;
  return {
    profile: typeof profile === 'string' ? profile : undefined,
    context: context.filter((setting) => typeof setting === 'string'),
  };
}

async function runCdk(args: string[]): Promise<number> {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [cdk, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
