import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '#test/support/run-program.ts';

/* The example of a pipeline. `npm run suite templates` has it checked by zizmor as well. */

const PIPELINE = readFileSync('docs/examples/github-actions.yml', 'utf8');
const [SETTINGS = '', JOBS = ''] = PIPELINE.split('\njobs:\n');

function getJob(name: string): string {
  return new RegExp(`^  ${name}:\\n(?:(?:    .*)?\\n)+`, 'm').exec(JOBS)?.[0] ?? '';
}

/** Anchors and aliases of a job's steps, in their order. */
function getSteps(name: string): string[] {
  return [...getJob(name).matchAll(/(?:^ {6}- |[[ ,])[&*](\w+)/gm)].map(([, step = '']) => step);
}

/** Script of a step that is marked by an anchor. */
function getScript(anchor: string): string {
  const [, block, line] =
    new RegExp(
      `- &${anchor}\\n(?:        .*\\n)*?        run: (?:\\|\\n((?:          .*\\n)+)|(.+)\\n)`,
    ).exec(JOBS) ?? [];
  return block?.replaceAll(/^ {10}/gm, '') ?? line ?? '';
}

type Outcome = { exitCode: number; calls: string[] };

/** Runs a step as GitHub does where the shell is named, with stand-ins for programs that tell how they are called. */
async function runStep(
  anchor: string,
  programs: Record<string, string>,
  outputs: object = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'bots-pipeline-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of Object.entries(programs)) {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> calls\n${script}\n`);
    chmodSync(file, 0o755);
  }
  writeFileSync(join(folder, 'calls'), '');
  writeFileSync(join(folder, 'script'), getScript(anchor));
  mkdirSync(join(folder, 'cdk.out'));
  writeFileSync(join(folder, 'cdk.out/bots-prod.template.json'), JSON.stringify({ Outputs: outputs }));
  const { exitCode } = await runProgram('bash', ['--noprofile', '--norc', '-eo', 'pipefail', 'script'], {
    cwd: folder,
    env: { PATH: `${folder}:${process.env.PATH}`, STAGE: 'prod', ACCEPTED_LOSSES: '' },
    capture: true,
  });
  return { exitCode, calls: readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean) };
}

describe('the pipeline', () => {
  it('names the shell, without which a failure in a pipe is lost', () => {
    expect(SETTINGS).toContain('\ndefaults:\n  run: { shell: bash }\n');
  });

  it('lets only jobs of an environment become an AWS role', () => {
    expect(SETTINGS).toContain('\npermissions:\n  contents: read\n');
    const jobs = [...JOBS.matchAll(/^ {2}(\w+):$/gm)].map(([, name = '']) => name);
    expect(jobs).toEqual(['test', 'diff', 'staging', 'prod']);
    for (const name of jobs) {
      const isTrusted = name === 'staging' || name === 'prod';
      expect(
        /environment: |id-token|[&*]deploys|[&*]credentials|secrets\.|vars\./.test(getJob(name)),
        name,
      ).toBe(isTrusted);
    }
    for (const name of ['staging', 'prod']) expect(getJob(name)).toContain(`environment: ${name}\n`);
  });

  it('compares a pull request offline, for each stage', () => {
    expect(getJob('diff')).toMatch(/stage: \[staging, prod\]/);
    expect(getJob('diff')).toMatch(/npm run refuse-loss -- --before "\$RUNNER_TEMP\/main\/cdk\.out"/);
  });

  it.each(['staging', 'prod'])('asks the guard before it deploys %s', (name) => {
    const steps = ['checkout', 'node', 'synthesize', 'credentials', 'guard', 'summary', 'deploy'];
    expect(getSteps(name).filter((step) => step !== 'deploys')).toEqual(steps);
  });

  it('pins actions to commits', () => {
    const uses = [...PIPELINE.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(2);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('the step with the guard', () => {
  it.each([
    [0, 'exit 0'],
    [1, 'echo lost; exit 1'],
  ])('ends with %i as the guard does', async (exitCode, npm) => {
    expect(await runStep('guard', { npm })).toEqual({
      exitCode,
      calls: ['npm run refuse-loss -- --accept '],
    });
  });
});

describe('the step that deploys', () => {
  const ARNS =
    'arn:aws:cloudwatch:eu-central-1:111122223333:alarm:a arn:aws:cloudwatch:eu-central-1:111122223333:alarm:b';
  const PREFIX = 'npm run deploy -- --app cdk.out --require-approval never --rollback-trigger-alarm-arns';
  const WITH_ALARMS = { RollbackAlarmArns: { Value: '…' } };

  it('has CloudFormation watch the alarms that are deployed', async () => {
    const { exitCode, calls } = await runStep('deploy', { aws: `echo '${ARNS}'`, npm: '' }, WITH_ALARMS);
    expect({ exitCode, call: calls.at(-1) }).toEqual({
      exitCode: 0,
      call: `${PREFIX} ${ARNS} --monitoring-time-minutes 15`,
    });
  });

  it.each([
    ['there are none yet', 'echo', WITH_ALARMS],
    ['it removes them', `echo '${ARNS}'`, {}],
  ])('has it forget alarms where %s', async (_, aws, outputs) => {
    expect((await runStep('deploy', { aws, npm: '' }, outputs)).calls.at(-1)).toBe(`${PREFIX} none`);
  });

  it('deploys nothing if it may not read the alarms', async () => {
    const { exitCode, calls } = await runStep('deploy', { aws: 'exit 254', npm: '' }, WITH_ALARMS);
    expect(exitCode).toBe(254);
    expect(calls.filter((call) => call.startsWith('npm'))).toEqual([]);
  });

  it('fails as the deployment does', async () => {
    expect((await runStep('deploy', { aws: 'echo', npm: 'exit 1' })).exitCode).toBe(1);
  });
});
