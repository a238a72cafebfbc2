import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeCloudFormation, startFakeCloudFormation } from '#test/support/fake-cloud-formation.ts';
import { runProgram } from '#test/support/run-program.ts';
import type { StackTemplate } from '../../../infra/deployment/assembly.ts';
import { recordSettings } from './stack-update.ts';

let cloudFormation: FakeCloudFormation;
/** Template of the data stack that is about to be deployed. */
let dataTemplate: StackTemplate;
beforeEach(async () => {
  dataTemplate = recordSettings({});
  cloudFormation = await startFakeCloudFormation();
  return cloudFormation.stop;
});

const DEPLOY_ROLE = 'cdk-hnb659fds-deploy-role-111122223333-eu-central-1';

/** Runs `npm run deploy` on an assembly that has no settings. */
async function deploy(...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'bots-deploy-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const assumeRoleArn =
    'arn:$' +
    '{AWS::Partition}:iam::$' +
    '{AWS::AccountId}:role/cdk-hnb659fds-deploy-role-$' +
    '{AWS::AccountId}-$' +
    '{AWS::Region}';
  const templates = { 'bots-prod-data': dataTemplate, 'bots-prod': {} };
  for (const [name, template] of Object.entries(templates)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(template));
  }
  const artifacts = Object.keys(templates).map((name) => [
    name,
    {
      type: 'aws:cloudformation:stack',
      environment: 'aws://unknown-account/unknown-region',
      properties: { templateFile: `${name}.json`, assumeRoleArn },
    },
  ]);
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ version: '36.0.0', artifacts: Object.fromEntries(artifacts) }),
  );
  const env = { PATH: process.env.PATH, HOME: folder, ...cloudFormation.env };
  return await runProgram(process.execPath, ['infra/deploy.ts', '--app', folder, ...args], {
    env,
    capture: true,
  });
}

const FILES = { template: recordSettings({ 'bots:files': 'true' }) };

/** CDK calls this first, so its absence shows that nothing was deployed. */
const withoutDeployment = () =>
  expect(cloudFormation.calls.map((call) => call.split(' ')[0])).not.toContain('CreateChangeSet');

describe('npm run deploy', () => {
  it('refuses to lose a setting, and changes nothing', async () => {
    cloudFormation.stacks.set('bots-prod-data', FILES);
    const { exitCode, stdout, stderr } = await deploy();
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^bots-prod-data was last deployed with settings that are missing now:\n/);
    expect(stderr).toContain('--forget bots:files');
    withoutDeployment();
  });

  it('reads what is deployed with the role of CDK if its own credentials may not', async () => {
    cloudFormation.stacks.set('bots-prod-data', FILES);
    cloudFormation.denied.add('AKIAEXAMPLE');
    cloudFormation.hasRoles = true;
    expect((await deploy()).stderr).toContain('bots:files: true');
    expect(cloudFormation.calls).toContain(`GetTemplate ${DEPLOY_ROLE}`);
  });

  it('stops if nobody may read what is deployed, with both reasons', async () => {
    cloudFormation.denied.add('AKIAEXAMPLE');
    const { exitCode, stderr } = await deploy('--forget', 'bots:files');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('so it cannot be checked whether a setting was forgotten');
    expect(stderr).toContain('AKIAEXAMPLE is not authorized to perform DescribeStacks');
    expect(stderr).toContain(`is not authorized to assume arn:aws:iam::111122223333:role/${DEPLOY_ROLE}`);
    withoutDeployment();
  });

  it('says how to go on after a first deployment that failed', async () => {
    cloudFormation.stacks.set('bots-prod-data', { status: 'ROLLBACK_COMPLETE' });
    const { exitCode, stderr } = await deploy();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('aws cloudformation delete-stack --stack-name bots-prod-data');
    expect(stderr).toContain('npm run deploy -- --import-existing-resources');
    withoutDeployment();
  });

  it('refuses to change the stream of the table', async () => {
    const createTemplate = (StreamViewType: string) =>
      recordSettings(
        {},
        {
          Table: {
            Type: 'AWS::DynamoDB::GlobalTable',
            Properties: { TableName: 'bots-prod', StreamSpecification: { StreamViewType } },
          },
        },
      );
    dataTemplate = createTemplate('NEW_AND_OLD_IMAGES');
    cloudFormation.stacks.set('bots-prod-data', { template: createTemplate('NEW_IMAGE') });
    const { exitCode, stderr } = await deploy();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('To keep it, set bots:tableStream=new-image.');
    withoutDeployment();
  });

  it('refuses an assembly of something else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bots-deploy-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'manifest.json'), '{"artifacts":{}}');
    const { exitCode, stderr } = await deploy('--app', folder);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `${folder} does not contain the stacks of this service. Run npm run synth\n`,
    });
  });

  it.each([['--settings', 'settings/prod.json'], ['-c', 'bots:files=true'], ['--context=bots:files=true']])(
    'refuses settings for an assembly, which has its own: %s',
    async (...args) => {
      const { exitCode, stderr } = await deploy(...args);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^(--settings|-c|--context) has no effect on /);
    },
  );

  it('hands a deployment over to CDK that loses nothing', async () => {
    cloudFormation.stacks.set('bots-prod-data', FILES);
    const { stderr } = await deploy('--forget', 'bots:files', '--require-approval', 'never', '--no-notices');
    // The emulator's suite deploys something.
    expect(stderr).toContain('bots-prod-data');
    expect(stderr).not.toContain('missing now');
    expect(stderr).not.toContain('--forget');
  }, 180_000);
});
