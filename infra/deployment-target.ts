import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DeploymentTarget } from './deployment/deployed-stacks.ts';

/**
 * Says what a deployment lacks to know its account and region. CDK would say so as well, but only after it has bundled
 * all functions.
 *
 * @returns undefined if there are credentials and a region. Whether they are valid, only AWS can say
 */
export async function findMissingTarget(
  { profile, region }: DeploymentTarget,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const { config } = new DynamoDBClient(profile === undefined ? {} : { profile });
  // CDK reads AWS_DEFAULT_REGION, and takes us-east-1 without any region, which nobody has decided then.
  if (!region && !env.AWS_REGION && !env.AWS_DEFAULT_REGION && !(await canResolve(config.region))) {
    return 'No region to deploy to: set AWS_REGION, for example to eu-central-1.';
  }
  if (await canResolve(config.credentials)) return undefined;
  return 'No AWS credentials: sign in, for example with aws sso login, or set AWS_PROFILE. aws sts get-caller-identity shows whose they are.';
}

async function canResolve(setting: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await setting()) !== undefined;
  } catch {
    return false;
  }
}
