import { Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Config } from '../config.ts';
import { grantKey } from '../data/key-grant.ts';
import type { ServiceFunction } from './service-function.ts';

/** Prefix of the names of workspaces' secrets, `<prefix>/<workspaceId>/<credentialsId>`. */
export function credentialsPrefix({ stage }: Config): string {
  return `bots-${stage}`;
}

/** Environment variable with the prefix of the secrets that a function reads or looks up. */
export function credentialsEnvironment(config: Config): Record<string, string> {
  return { CREDENTIALS_SECRET_PREFIX: credentialsPrefix(config) };
}

/**
 * Allows a function that runs bots to read the secrets of this stage's workspaces and the mail server's
 * login. The slash after the prefix prevents `bots-prod` from reading the secrets of `bots-prod-2`.
 */
export function grantSecrets({ role, policy }: ServiceFunction, config: Config): void {
  const { smtpSecretName } = config;
  policy.addStatements(
    new PolicyStatement({
      sid: 'Secrets',
      effect: Effect.ALLOW,
      actions: ['secretsmanager:GetSecretValue'],
      resources: [
        secretArn(role, `${credentialsPrefix(config)}/*`),
        // Secrets Manager appends a hyphen and six characters to each name.
        ...(smtpSecretName === undefined ? [] : [secretArn(role, `${smtpSecretName}-??????`)]),
      ],
    }),
  );
  // A permission for the key alone reads nothing: Secrets Manager asks for both.
  grantKey(policy, config.secretsKeyArn, {
    sid: 'SecretsKey',
    service: 'secretsmanager',
    actions: ['kms:Decrypt'],
  });
  acknowledgePrefix(role, config);
}

/** Allows a function to ask whether a secret of this stage's workspaces exists. It cannot read any. */
export function grantSecretLookup({ role, policy }: ServiceFunction, config: Config): void {
  policy.addStatements(
    new PolicyStatement({
      sid: 'SecretLookup',
      effect: Effect.ALLOW,
      actions: ['secretsmanager:DescribeSecret'],
      resources: [secretArn(role, `${credentialsPrefix(config)}/*`)],
    }),
  );
  acknowledgePrefix(role, config);
}

function secretArn(role: Role, name: string): string {
  const { partition, region, account } = Stack.of(role);
  return `arn:${partition}:secretsmanager:${region}:${account}:secret:${name}`;
}

function acknowledgePrefix(role: Role, config: Config): void {
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${credentialsPrefix(config)}/*]`,
    reason:
      'Workspaces add secrets of their own while the service runs; the prefix is all that can be known before.',
  });
}
