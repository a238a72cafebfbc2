import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { App, Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { readConfig } from '../../../infra/config.ts';
import { DataStack } from '../../../infra/data/data-stack.ts';
import type { CdkCommand } from './cdk-command.ts';

const cdkJson = fileURLToPath(new URL('../../../cdk.json', import.meta.url));

/**
 * Turns the files of a stage of its own on and off again, and expects the distribution to survive that. The service stack is
 * a small one, since nothing of it is bundled.
 *
 * @param deployCommand `npm run deploy`
 * @param url of the emulator
 * @param folder for assemblies
 * @throws Error if a deployment is not refused that should be, or if the distribution is gone
 */
export async function expectRetainedFiles(
  deployCommand: CdkCommand,
  url: string,
  folder: string,
): Promise<void> {
  const deploy = (assembly: string, ...options: string[]) =>
    deployCommand(['--app', assembly, '--require-approval', 'never', ...options]);
  const before = await findDistributions(url);
  await deploy(assemble(path.join(folder, 'on'), { 'bots:files': true, 'bots:logRetentionDays': 90 }));
  const off = assemble(path.join(folder, 'off'), { 'bots:files': false });
  await expectRefusal(deploy(assemble(path.join(folder, 'plain'), {})), '--forget bots:files');
  await expectRefusal(deploy(off), '--forget bots:logRetentionDays');
  await deploy(off, '--forget', 'bots:logRetentionDays');
  const created = (await findDistributions(url)).filter((id) => !before.includes(id));
  if (created.length !== 1) throw new Error(`${created.length} distributions are left instead of 1`);
}

function assemble(folder: string, settings: Record<string, unknown>): string {
  const { context } = JSON.parse(readFileSync(cdkJson, 'utf8')) as { context: Record<string, unknown> };
  const app = new App({ context: { ...context, ...settings, 'bots:stage': 'files' }, outdir: folder });
  new DataStack(app, 'bots-files-data', readConfig(app.node));
  new Topic(new Stack(app, 'bots-files'), 'Topic');
  app.synth();
  return folder;
}

async function expectRefusal(deployment: Promise<void>, reason: string): Promise<void> {
  const refusal = await deployment.then(
    () => 'nothing',
    (error: Error) => error.message,
  );
  if (!refusal.includes(reason)) throw new Error(`Expected ${reason}, but the refusal was: ${refusal}`);
}

async function findDistributions(url: string): Promise<string[]> {
  const response = await fetch(`${url}/2020-05-31/distribution`);
  return [...(await response.text()).matchAll(/<DistributionSummary><Id>(\w+)</g)].map(([, id = '']) => id);
}
