import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findMissingTarget } from '../../infra/deployment-target.ts';

/** Runs `npm run deploy` on a machine that nobody has signed in on. */
function deploy(args: string[], variables: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), 'bots-deploy-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, HOME: home, AWS_EC2_METADATA_DISABLED: 'true', ...variables };
  return new Promise<{ exitCode: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['infra/deploy.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ exitCode: error?.code, stdout, stderr }),
    );
  });
}

const KEYS = { AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'example' };

it.each([
  ['credentials', ['--profile', 'absent'], { AWS_REGION: 'eu-central-1' }],
  ['credentials', ['-c', 'bots:sites=true'], { AWS_DEFAULT_REGION: 'eu-central-1' }],
  ['region', [], KEYS],
])('a deployment without %s bundles nothing, and says so in a sentence', async (what, args, env) => {
  const { exitCode, stdout, stderr } = await deploy(args, env);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^No .*${what}.*\\.\\n$`));
});

it('help needs neither', async () => {
  const { stdout } = await deploy(['--help'], {});
  expect(stdout).toContain('cdk deploy');
}, 60_000);

it('a profile of the AWS configuration has both', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bots-profile-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(join(home, '.aws'));
  writeFileSync(join(home, '.aws/config'), '[profile team]\nregion = eu-central-1\n');
  writeFileSync(
    join(home, '.aws/credentials'),
    '[team]\naws_access_key_id = AKIAEXAMPLE\naws_secret_access_key = example\n',
  );
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('HOME', home);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  expect(await findMissingTarget({ profile: 'team' })).toBeUndefined();
});
