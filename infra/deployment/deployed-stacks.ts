import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  CloudFormationServiceException,
  DescribeStacksCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { AssembledStack, StackTemplate } from './assembly.ts';

/** A stack in the account. */
export type DeployedStack = {
  /** CloudFormation's status, such as UPDATE_COMPLETE. */
  status: string;
  isProtected: boolean;
  template: StackTemplate;
  outputs: Readonly<Record<string, string>>;
  /** ARNs of the alarms that CloudFormation watches during a deployment. */
  rollbackTriggers: readonly string[];
  /** Minutes for which it watches them after a deployment. */
  monitoringMinutes: number | undefined;
};

/** Profile and region from the command line. If they are absent, the environment or the profile decides. */
export type DeploymentTarget = { profile?: string | undefined; region?: string | undefined };

/**
 * Reads deployed stacks by their names, with the caller's credentials. If these are not allowed to, uses the role that CDK
 * deploys with, because a pipeline's credentials often allow nothing but assuming it.
 *
 * @returns undefined for a stack that does not exist
 * @throws Error if neither may read it
 */
export async function readDeployedStacks(
  stacks: readonly AssembledStack[],
  target: DeploymentTarget,
): Promise<(DeployedStack | undefined)[]> {
  const config = getClientConfig(target);
  const read = async (options: CloudFormationClientConfig) => {
    const client = new CloudFormationClient(options);
    return await Promise.all(stacks.map(({ name }) => readStack(client, name)));
  };
  try {
    return await read(config);
  } catch (error) {
    const roleArn = stacks.find(({ deployRoleArn }) => deployRoleArn !== undefined)?.deployRoleArn;
    if (!isDenied(error) || roleArn === undefined) throw toReadError(error);
    try {
      return await read({ ...config, credentials: await assumeRole(config, roleArn) });
    } catch (second) {
      throw toReadError(error, second);
    }
  }
}

/** Returns options for a client of the region that CDK deploys to. */
function getClientConfig({ profile, region }: DeploymentTarget) {
  // CDK reads the second variable, the SDK does not.
  const configured = region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  return {
    ...(profile !== undefined && { profile }),
    ...(configured !== undefined && configured !== '' && { region: configured }),
  };
}

async function readStack(client: CloudFormationClient, name: string): Promise<DeployedStack | undefined> {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name })).catch((error) => {
    if (isAbsent(error)) return { Stacks: [] };
    throw error;
  });
  const stack = Stacks?.[0];
  // A stack that only has change sets has no resources yet.
  if (!stack || stack.StackStatus === 'REVIEW_IN_PROGRESS') return undefined;
  const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName: name }));
  return {
    status: stack.StackStatus ?? '',
    isProtected: stack.EnableTerminationProtection ?? false,
    template: JSON.parse(TemplateBody) as StackTemplate,
    outputs: Object.fromEntries(
      (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
    ),
    rollbackTriggers: (stack.RollbackConfiguration?.RollbackTriggers ?? []).map(({ Arn = '' }) => Arn),
    monitoringMinutes: stack.RollbackConfiguration?.MonitoringTimeInMinutes,
  };
}

/** @param roleArn with an assembly's placeholders, such as `${AWS::AccountId}` */
async function assumeRole(config: ReturnType<typeof getClientConfig>, roleArn: string) {
  const sts = new STSClient(config);
  const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand({}));
  const values: Readonly<Record<string, string | undefined>> = {
    Partition: Arn.split(':')[1],
    AccountId: Account,
    Region: await sts.config.region(),
  };
  const { Credentials } = await sts.send(
    new AssumeRoleCommand({
      RoleArn: roleArn.replace(/\$\{AWS::(\w+)\}/g, (text, name: string) => values[name] ?? text),
      RoleSessionName: 'bots-deploy',
    }),
  );
  return {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    ...(Credentials?.SessionToken !== undefined && { sessionToken: Credentials.SessionToken }),
  };
}

function isAbsent(error: unknown): boolean {
  return error instanceof CloudFormationServiceException && /does not exist/.test(error.message);
}

function isDenied(error: unknown): boolean {
  return error instanceof CloudFormationServiceException && error.$metadata.httpStatusCode === 403;
}

function toReadError(...causes: unknown[]): Error {
  const reasons = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause)));
  return new Error(
    [
      'The deployed stacks cannot be read, so it cannot be checked whether a setting was forgotten.',
      'Use credentials that allow cloudformation:DescribeStacks and cloudformation:GetTemplate, as the deploy role of cdk bootstrap does.',
      ...reasons.map((reason) => `  ${reason}`),
    ].join('\n'),
    { cause: causes[0] },
  );
}
