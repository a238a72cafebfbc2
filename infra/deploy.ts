import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readAssembly } from './deployment/assembly.ts';
import { type DeployArguments, parseDeployArguments } from './deployment/deploy-arguments.ts';
import { readDeployedStacks } from './deployment/deployed-stacks.ts';
import type { Deployment, DeploymentCheck } from './deployment/deployment.ts';
import { findFailedCreation } from './deployment/failed-creation.ts';
import { describeLeavingResources } from './deployment/leaving-resources.ts';
import { findLostSettings } from './deployment/lost-settings.ts';
import { forgetMissingTriggers } from './deployment/rollback-triggers.ts';
import { readSettingsFile } from './deployment/settings-file.ts';
import { findStreamConflict } from './deployment/stream-conflict.ts';
import { findUnpreparedKey } from './deployment/unprepared-key.ts';
import { findMissingTarget } from './deployment-target.ts';
import { nextSteps, type StackOutputs } from './next-steps.ts';

/*
 * `npm run deploy`: synthesises both stacks, compares them with what is deployed, deploys them, data stack first, passing
 * on any options to `cdk deploy`, and prints the next steps.
 */

/** Any of them can stop the deployment before it changes anything. */
const CHECKS: readonly DeploymentCheck[] = [
  findFailedCreation,
  findLostSettings,
  findUnpreparedKey,
  findStreamConflict,
];

/** CDK has failed, and has already printed why. */
class CdkError extends Error {
  override name = 'CdkError';

  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`CDK ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

try {
  await deploy(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CdkError)) process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = error instanceof CdkError ? error.exitCode : 1;
}

async function deploy(args: readonly string[]): Promise<void> {
  const parsed = parseDeployArguments(args);
  if (parsed.asksForHelp) return await runCdk('deploy', ...args);
  const missing = await findMissingTarget(parsed);
  if (missing !== undefined) throw new Error(missing);
  const folder = await mkdtemp(join(tmpdir(), 'bots-deploy-'));
  try {
    await deployFrom(folder, parsed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param folder for the assembly and the outputs */
async function deployFrom(folder: string, parsed: DeployArguments): Promise<void> {
  const assembly = await findAssembly(folder, parsed);
  const { data, service } = await readAssembly(assembly);
  const [deployedData, deployedService] = await readDeployedStacks([data, service], parsed);
  const deployment: Deployment = {
    data: { ...data, deployed: deployedData },
    service: { ...service, deployed: deployedService },
    forgotten: parsed.forgotten,
  };
  for (const check of CHECKS) {
    const refusal = await check(deployment);
    if (refusal !== undefined) throw new Error(refusal);
  }
  const leaving = describeLeavingResources(deployment);
  if (leaving !== undefined) process.stdout.write(`${leaving}\n`);
  const triggers = parsed.hasRollbackTriggers ? [] : forgetMissingTriggers(deployment);
  if (triggers.length > 0) {
    process.stdout.write(
      `Alarms on which CloudFormation rolls ${service.name} back no longer exist, or will be deleted. CloudFormation forgets them.\n`,
    );
  }

  const outputsFile = parsed.outputsFile ?? join(folder, 'outputs.json');
  const outputsOption = parsed.outputsFile === undefined ? ['--outputs-file', outputsFile] : [];
  // Triggers are a list, which ends with the next option.
  await runCdk('deploy', ...triggers, '--app', assembly, '--all', ...outputsOption, ...parsed.forDeployment);
  // CDK writes no outputs file if it only prepares a change set.
  const outputs = await readFile(outputsFile, 'utf8').catch(() => '{}');
  process.stdout.write(nextSteps(JSON.parse(outputs) as StackOutputs));
}

/**
 * Returns the folder of the assembly that `--app` names, or synthesises one.
 *
 * @param folder for the new assembly, unless `--output` names another
 */
async function findAssembly(folder: string, { app, output, settings, forSynthesis }: DeployArguments) {
  if (app !== undefined && (await isFolder(app))) {
    const given = settings === undefined ? findSettingOption(forSynthesis) : '--settings';
    if (given === undefined) return app;
    throw new Error(
      `${given} has no effect on ${app}, which is already synthesised. Leave out ${given}, or --app`,
    );
  }
  const assembly = output ?? join(folder, 'assembly');
  // Settings of the command line come last, because the last one counts.
  const options = [...(await readSettings(settings)), ...forSynthesis];
  await runCdk('synth', '--quiet', '--no-notices', '--output', assembly, ...options);
  return assembly;
}

/** Returns the option with which the command line gives a setting, if it does. */
function findSettingOption(args: readonly string[]): string | undefined {
  return args.find((arg) => /^(-c|--context)(=|$)/.test(arg))?.replace(/=.*/, '');
}

/** @param file relative to the folder in which npm was called */
async function readSettings(file: string | undefined): Promise<string[]> {
  return file === undefined ? [] : await readSettingsFile(resolve(process.env.INIT_CWD ?? '', file));
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** @throws CdkError if CDK fails; it has printed why */
async function runCdk(...args: string[]): Promise<void> {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const child = spawn(process.execPath, [cdk, ...args], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new CdkError(code ?? 1);
}
