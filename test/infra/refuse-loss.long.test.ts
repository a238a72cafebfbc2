import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '#test/support/run-program.ts';
import { runDiff } from '../../infra/run-diff.ts';
import { DIFFED_TEMPLATES, STACK, writeAssembly } from './recorded-diffs.ts';

/*
 * Runs the guard with the real CLI. Writes the recordings that `destructive-changes.test.ts` reads, and fails if a new
 * version of the CLI prints something else.
 */

type Resources = Parameters<typeof writeAssembly>[0];

function createAssembly(resources: Resources, stack?: string): string {
  const folder = writeAssembly(resources, stack);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** No credentials, wherever the test runs. */
const SIGNED_OUT = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_REGION: 'eu-central-1',
};

const refuseLoss = (...args: string[]) =>
  runProgram(process.execPath, ['infra/refuse-loss.ts', ...args], { env: SIGNED_OUT, capture: true });

describe('the CLI', () => {
  it.each(Object.entries(DIFFED_TEMPLATES))(
    'prints the recorded diff: %s',
    async (name, { before, after }) => {
      const template = join(createAssembly(before), `${STACK}.template.json`);
      const { exitCode, output } = await runDiff(createAssembly(after), ['--template', template, STACK]);
      await expect(`exit code ${exitCode}\n${output}`).toMatchFileSnapshot(`recorded-diffs/${name}.txt`);
    },
  );
});

describe('the guard', () => {
  const { replace, harmless } = DIFFED_TEMPLATES;
  if (!replace || !harmless) throw new Error('Two recordings are missing');

  it('refuses a table that would be replaced, and shows the diff', async () => {
    const args = ['--before', createAssembly(replace.before), '--app', createAssembly(replace.after)];
    const { exitCode, stdout, stderr } = await refuseLoss(...args);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('TableName (requires replacement)');
    expect(stderr).toContain(
      `would lose data or an address:\n  ${STACK}: AWS::DynamoDB::GlobalTable Table will be replaced\n`,
    );
    const accepted = await refuseLoss(...args, '--accept', 'Other,Table');
    expect(accepted.exitCode).toBe(0);
    expect(accepted.stdout).toContain(
      `Accepted: ${STACK}: AWS::DynamoDB::GlobalTable Table will be replaced\n`,
    );
  });

  it('lets a function and a deployment of an API go', async () => {
    const args = ['--before', createAssembly(harmless.before), '--app', createAssembly(harmless.after)];
    const { exitCode, stdout } = await refuseLoss(...args);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('The deployment loses no data and no address.\n');
  });

  it('refuses an assembly that lacks a stack of the other one, as with another stage', async () => {
    const args = [
      '--before',
      createAssembly(replace.before),
      '--app',
      createAssembly(replace.before, 'bots-qa-data'),
    ];
    const { exitCode, stderr } = await refuseLoss(...args);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`does not have the stack ${STACK}`);
  });

  it('refuses what cannot be compared, as without credentials', async () => {
    const { exitCode, stdout, stderr } = await refuseLoss('--app', createAssembly(replace.after));
    expect(stderr).not.toContain('Unknown option');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('It is not known what the deployment would lose.');
    const output = `exit code 1\n${stdout}\n${stderr}`;
    await expect(output.replace(/bots-diffed-\w+/g, 'assembly')).toMatchFileSnapshot(
      'recorded-diffs/failed.txt',
    );
  });

  it.each([
    ['an unknown option', ['--befor', 'x'], "Unknown option '--befor'"],
    ['a folder that is not an assembly', ['--app', 'docs'], 'docs is not an assembly: ENOENT'],
    [
      'a folder that is not there',
      ['--app', 'cdk.out', '--before', '/nonexistent'],
      'is not an assembly: ENOENT',
    ],
  ])('refuses %s', async (_, args, message) => {
    const { exitCode, stderr } = await refuseLoss(...args);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
  });
});
