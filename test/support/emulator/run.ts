import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { installPythonTool } from '#test/support/python-tool.ts';
import { runProgram } from '#test/support/run-program.ts';
import {
  bootstrap,
  type CdkCommand,
  createCdkCommand,
  createDeployCommand,
  emulatorEnvironment,
} from './cdk-command.ts';
import { completeRestApis } from './complete-rest-apis.ts';
import { startMiniStack } from './ministack.ts';
import { rehearseStreamChange } from './rehearse-stream-change.ts';
import { expectRetainedFiles } from './retained-files.ts';
import { dropUnsupported } from './stack-templates.ts';
import { UNSUPPORTED_RESOURCES, type UnsupportedResource } from './unsupported-resources.ts';
import { FIRST_VERSION, SECOND_VERSION } from './versions.ts';

/*
 * `npm run suite emulator` deploys the service to MiniStack as `npm run deploy` does, updates it, loses a setting, runs
 * the smoke tests and destroys it.
 */

const VERSION = '1.5.33';

const SERVICE_STACK = 'bots-prod';
const DATA_STACK = 'bots-prod-data';

/** The setting that the last deployment leaves out on purpose. */
const FORGOTTEN = 'bots:warmWriteUnitsPerSecond';

/** Takes seven minutes on two cores, and nineteen on busy ones. */
const TIME_LIMIT_MS = 40 * 60_000;

const file = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

async function main(signal: AbortSignal): Promise<number> {
  const programs = await installPythonTool('ministack', VERSION);
  if (programs === undefined) {
    console.log('Skipping the deployment to an emulator: python3 or a package index is not available.');
    return 0;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'bots-emulator-'));
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  const emulator = await startMiniStack(programs, temporary);
  try {
    const env = emulatorEnvironment(emulator.url, folder);
    const cdk = createCdkCommand(env, signal);
    const deployCommand = createDeployCommand(env, signal);
    const deploy = (assembly: string) => deployAssembly(deployCommand, assembly);
    await step('Bootstrapped the account', () => bootstrap(cdk, path.join(folder, 'bootstrap')));

    await step('Changed the stream of a table', () =>
      rehearseStreamChange(cdk, emulator.url, path.join(folder, 'stream')),
    );
    await step('Turned the files of another stage on and off, and kept their addresses', () =>
      expectRetainedFiles(deployCommand, emulator.url, path.join(folder, 'files')),
    );

    const firstAssembly = path.join(folder, 'first');
    await step('Synthesised the first settings', () => synthesize(cdk, firstAssembly, FIRST_VERSION));
    dropUnsupported(firstAssembly);
    const first = await step('Deployed them', () => deploy(firstAssembly));
    const operator = createOperator({ ...env, TABLE_NAME: find(first, 'TableName') }, signal);
    const { workspace } = (await operator('workspaces', 'create', '--name', 'Smoke test')) as {
      workspace: { id: string };
    };
    const { token } = (await operator(
      'tokens',
      'create',
      ...['--workspace', workspace.id, '--role', 'editor', '--name', 'Smoke test'],
    )) as { token: { token: string } };

    const assembly = path.join(folder, 'second');
    await step('Synthesised other settings', () => synthesize(cdk, assembly, SECOND_VERSION));
    reportUnsupported(dropUnsupported(assembly));
    const second = await step('Updated to them', () => deploy(assembly));
    expectSame('TableName', first, second);
    await expectFunctionSetting(emulator.url, 'DATA_RETENTION_DAYS', EVERY_OPTION['bots:dataRetentionDays']);
    await step('Failed to deploy without the settings, as it should', () =>
      expectLostSettings(() => deploy(firstAssembly)),
    );
    await expectFunctionSetting(emulator.url, 'DATA_RETENTION_DAYS', EVERY_OPTION['bots:dataRetentionDays']);
    await completeRestApis(emulator.url, assembly);

    const smoke = await runProgram(
      process.execPath,
      [
        file('test/support/smoke.ts'),
        ...['--base-url', toLocalUrl(find(second, 'ManagementUrl'), emulator.url)],
        ...['--chat-url', toLocalUrl(find(second, 'ChatUrl'), emulator.url)],
        ...['--token', token.token, '--workspace', workspace.id],
        ...['--left-out', file('test/support/emulator/left-out.ts')],
        // MiniStack is a single process, and starts another for each concurrent call of a function.
        ...['--', '--maxWorkers=2', '--testTimeout=120000'],
        ...process.argv.slice(2),
      ],
      { signal },
    );
    await step('Found no damage in the table', () => operator('verify'));

    await step('Destroyed the service, but not its data', () =>
      cdk(['destroy', '--app', assembly, SERVICE_STACK, '--force']),
    );
    const again = await step('Deployed it again', () => deploy(assembly));
    await expectToken(toLocalUrl(find(again, 'ManagementUrl'), emulator.url), token.token);

    await step('Failed to destroy the data, as it should', () => expectProtectedData(cdk, assembly));
    const third = path.join(folder, 'third');
    const { [FORGOTTEN]: _, ...settings } = SECOND_VERSION;
    await step('Synthesised settings that allow it', () =>
      synthesize(cdk, third, { ...settings, 'bots:tableRemoval': 'destroy' }),
    );
    dropUnsupported(third);
    await step('Removed the protection, and a setting on purpose', () =>
      deployCommand(['--app', third, '--require-approval', 'never', '--forget', FORGOTTEN]),
    );
    await step('Destroyed everything', () => cdk(['destroy', '--app', third, '--all', '--force']));
    await expectTables(emulator.url, ['bots-files']);
    return smoke.exitCode;
  } finally {
    await emulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Outputs = Record<string, string>;

async function synthesize(cdk: CdkCommand, assembly: string, context: Record<string, string>): Promise<void> {
  await cdk(['synth', '--quiet', '--output', assembly, ...toOptions(context)]);
}

function toOptions(context: Record<string, string>): string[] {
  return Object.entries(context).flatMap(([name, value]) => ['--context', `${name}=${value}`]);
}

/** @returns the outputs of all stacks */
async function deployAssembly(command: CdkCommand, assembly: string): Promise<Outputs> {
  const outputs = `${assembly}-outputs.json`;
  await command(['--app', assembly, '--require-approval', 'never', '--outputs-file', outputs]);
  const byStack = JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, Outputs>;
  return Object.assign({}, ...Object.values(byStack));
}

/** @throws Error if an entry of the list matches nothing in the templates */
function reportUnsupported(dropped: readonly UnsupportedResource[]): void {
  for (const entry of UNSUPPORTED_RESOURCES) {
    const count = dropped.filter((one) => one === entry).length;
    const name = entry.property === undefined ? entry.type : `${entry.type} with ${entry.property}`;
    if (count === 0) throw new Error(`Listed as unsupported, but not in the templates: ${name}`);
    console.log(`Left out ${count} × ${name}. ${entry.reason}`);
  }
}

async function step<T>(description: string, work: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  const result = await work();
  console.log(`${description} (${((performance.now() - startMs) / 1_000).toFixed(1)} s)`);
  return result;
}

/** Runs the operator's commands on the deployed table. */
function createOperator(env: NodeJS.ProcessEnv, signal: AbortSignal) {
  return async (...args: string[]): Promise<unknown> => {
    const { exitCode, stdout, stderr } = await runProgram(
      process.execPath,
      [file('apps/cli/bots.ts'), 'operator', ...args, '--json'],
      { env, capture: true, signal },
    );
    if (exitCode !== 0) throw new Error(`bots operator ${args.join(' ')} failed:\n${stdout}${stderr}`);
    return JSON.parse(stdout);
  };
}

function find(outputs: Outputs, name: string): string {
  const value = outputs[name];
  if (value === undefined) throw new Error(`No stack has an output ${name}`);
  return value;
}

function expectSame(name: string, first: Outputs, second: Outputs): void {
  if (find(first, name) === find(second, name)) return;
  throw new Error(`The update changed ${name} from ${first[name]} to ${second[name]}`);
}

async function expectFunctionSetting(url: string, name: string, value: string): Promise<void> {
  const response = await fetch(`${url}/2015-03-31/functions/bots-prod-start-chat/configuration`);
  const { Environment } = (await response.json()) as { Environment: { Variables: Record<string, string> } };
  const actual = Environment.Variables[name];
  if (actual !== value) throw new Error(`After the update ${name} is ${actual} instead of ${value}`);
}

/** Expects a deployment to be refused that lacks all settings of the last one. */
async function expectLostSettings(deploy: () => Promise<unknown>): Promise<void> {
  const refusal = await deploy().then(
    () => '',
    (error: Error) => error.message,
  );
  const unnoticed = Object.keys(SECOND_VERSION)
    .filter((key) => !(key in FIRST_VERSION))
    .filter((key) => !refusal.includes(`--forget ${key}`));
  if (unnoticed.length > 0) throw new Error(`Nobody noticed the loss of ${unnoticed.join(', ')}: ${refusal}`);
}

/** Calls the service with a token created before the update. */
async function expectToken(baseUrl: string, token: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
  if (status !== 200) throw new Error(`The service that was deployed again refused a token: ${status}`);
}

async function expectProtectedData(cdk: CdkCommand, assembly: string): Promise<void> {
  const refusal = await cdk(['destroy', '--app', assembly, DATA_STACK, '--exclusively', '--force']).then(
    () => 'nothing',
    (error: Error) => error.message,
  );
  if (!/TerminationProtection/i.test(refusal)) throw new Error(`The data is not protected: ${refusal}`);
}

async function expectTables(url: string, expected: string[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-Amz-Target': 'DynamoDB_20120810.ListTables', 'Content-Type': 'application/x-amz-json-1.0' },
    body: '{}',
  });
  const { TableNames } = (await response.json()) as { TableNames: string[] };
  if (TableNames.join() !== expected.join()) throw new Error(`Tables are left: ${TableNames.join(', ')}`);
}

/** MiniStack serves each API under a path of its own endpoint. */
function toLocalUrl(output: string, url: string): string {
  const { hostname, pathname } = new URL(output);
  return `${url}/_aws/execute-api/${hostname.split('.')[0]}${pathname}`;
}

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => ending.abort(new Error(`Ended by ${signal}`)));
}
const timer = setTimeout(
  () => ending.abort(new Error(`Not done within ${TIME_LIMIT_MS / 60_000} minutes`)),
  TIME_LIMIT_MS,
);
const exitCode = await main(ending.signal);
clearTimeout(timer);
process.exit(exitCode);
