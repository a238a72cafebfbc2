import { fileURLToPath } from 'node:url';
import { runProgram } from '#test/support/run-program.ts';
import { ACCOUNT, REGION } from './ministack.ts';

const file = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

/**
 * Returns the environment for programs that use the emulator. It contains none of the caller's AWS settings, so
 * no program can reach a real account.
 *
 * @param home folder for the CDK command line's own files
 */
export function emulatorEnvironment(url: string, home: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(AWS|CDK)_/.test(name));
  return {
    ...Object.fromEntries(own),
    HOME: home,
    AWS_ENDPOINT_URL: url,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
}

/** Matches messages about successful steps. A deployment prints a thousand of them. */
const PROGRESS = /_IN_PROG|_COMPLET|DELETE_SKIPPED|: (start|success): /;

export type CdkCommand = (args: string[]) => Promise<void>;

/**
 * Runs the CDK command line against the emulator, the way operators use it.
 *
 * @returns a function that runs a command. If the command fails, prints its output and throws.
 */
export function createCdkCommand(env: NodeJS.ProcessEnv, signal: AbortSignal): CdkCommand {
  return createCommand('cdk', file('node_modules/aws-cdk/bin/cdk'), env, signal);
}

/** Like `createCdkCommand`, but for `npm run deploy`. */
export function createDeployCommand(env: NodeJS.ProcessEnv, signal: AbortSignal): CdkCommand {
  return createCommand('npm run deploy --', file('infra/deploy.ts'), env, signal);
}

function createCommand(
  name: string,
  program: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): CdkCommand {
  return async (args) => {
    const { exitCode, stdout, stderr } = await runProgram(
      process.execPath,
      // `--ci` sends messages to stdout instead of stderr.
      [program, ...args, '--ci', '--no-notices'],
      { env, capture: true, signal },
    );
    if (exitCode === 0) return;
    const lines = stdout.split('\n').filter((line) => !PROGRESS.test(line));
    throw new Error(`${name} ${args.join(' ')} failed:\n${lines.join('\n')}\n${stderr}`);
  };
}

/**
 * Creates what `cdk bootstrap` creates once per account: a bucket for assets, and roles.
 *
 * @param assembly folder for the assembly that the command synthesises. By default it would write to `cdk.out`, where
 *   `npm run synth` may be writing at the same time.
 */
export async function bootstrap(cdkCommand: CdkCommand, assembly: string): Promise<void> {
  await cdkCommand(['bootstrap', `aws://${ACCOUNT}/${REGION}`, '--output', assembly]);
}
