import { Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Config } from './config.ts';
import type { ServiceFunction } from './service-function.ts';

/** Prefix of the names of workspaces' secrets, `<prefix>/<workspaceId>/<credentialsId>`. */
export function credentialsPrefix({ stage }: Config): string {
  return `bots-${stage}`;
}

/**
 * Allows a function that runs bots to read the secrets of this stage's workspaces and the mail server's
 * login. The slash after the prefix prevents `bots-prod` from reading the secrets of `bots-prod-2`.
 */
export function grantSecrets({ role, policy }: ServiceFunction, config: Config): void {
  const { partition, region, account } = Stack.of(role);
  const secret = (name: string) => `arn:${partition}:secretsmanager:${region}:${account}:secret:${name}`;
  const { smtpSecretName } = config;
  policy.addStatements(
    new PolicyStatement({
      sid: 'Secrets',
      effect: Effect.ALLOW,
      actions: ['secretsmanager:GetSecretValue'],
      resources: [
        secret(`${credentialsPrefix(config)}/*`),
        // Secrets Manager appends a hyphen and six characters to each name.
        ...(smtpSecretName === undefined ? [] : [secret(`${smtpSecretName}-??????`)]),
      ],
    }),
  );
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${credentialsPrefix(config)}/*]`,
    reason:
      'Workspaces add secrets of their own while the service runs; the prefix is all that can be known before.',
  });
}
