import { Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Endpoint } from '#lib/platform/http/contract.ts';
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

/** Allows a function that runs bots to read the secrets of this stage's workspaces and the mail server's login. */
export function grantSecrets(serviceFunction: ServiceFunction, config: Config): void {
  grantSecretReads(serviceFunction, config, config.smtpSecretName);
}

/**
 * Allows a function to read the secrets of this stage's workspaces. The slash after the prefix prevents `bots-prod` from
 * reading the secrets of `bots-prod-2`.
 */
function grantSecretReads({ role, policy }: ServiceFunction, config: Config, smtpSecretName?: string): void {
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

type CredentialsUse = NonNullable<Endpoint['managesCredentials']>;

/** Environment of a function that manages credentials. */
export function createManagedEnvironment(use: CredentialsUse, config: Config): Record<string, string> {
  const { secretsKeyArn, httpPrivateHosts, requestsPerWorkspaceAndDay } = config;
  const { googleClientId, googleClientSecretName } = config;
  const requestLimit = { REQUESTS_PER_WORKSPACE_AND_DAY: String(requestsPerWorkspaceAndDay) };
  return {
    ...credentialsEnvironment(config),
    ...(use === 'put' && secretsKeyArn !== undefined && { CREDENTIALS_KEY_ARN: secretsKeyArn }),
    ...(use === 'put' &&
      googleClientId !== undefined &&
      googleClientSecretName !== undefined && {
        GOOGLE_CLIENT_ID: googleClientId,
        GOOGLE_CLIENT_SECRET_ID: googleClientSecretName,
        ...requestLimit,
      }),
    ...(use === 'test' && {
      ...(httpPrivateHosts.length > 0 && { HTTP_PRIVATE_HOSTS: httpPrivateHosts.join(',') }),
      ...requestLimit,
    }),
  };
}

/** Tells whether a function that manages credentials sends requests to providers. */
export function reachesProviders(use: CredentialsUse, { googleClientId }: Config): boolean {
  return use === 'test' || (use === 'put' && googleClientId !== undefined);
}

/** Grants what a function that manages credentials needs, and nothing of what the others do. A list reads the table alone. */
export function grantManagedSecrets(
  use: CredentialsUse,
  serviceFunction: ServiceFunction,
  config: Config,
): void {
  if (use === 'put') grantSecretWrites(serviceFunction, config);
  if (use === 'delete') grantSecretDeletion(serviceFunction, config);
  if (use === 'test') grantSecretReads(serviceFunction, config);
}

/**
 * Allows a function to create secrets of this stage's workspaces, and to replace the values of those that have the tags of this
 * stage. It cannot read any. The one secret that it reads is the operator's, that of the OAuth client for Google.
 */
function grantSecretWrites({ role, policy }: ServiceFunction, config: Config): void {
  const resources = [secretArn(role, `${credentialsPrefix(config)}/*`)];
  policy.addStatements(
    new PolicyStatement({
      sid: 'CreateSecrets',
      effect: Effect.ALLOW,
      actions: ['secretsmanager:CreateSecret', 'secretsmanager:TagResource'],
      resources,
      conditions: { StringEquals: toTagConditions('aws:RequestTag', config) },
    }),
    new PolicyStatement({
      sid: 'ReplaceSecrets',
      effect: Effect.ALLOW,
      actions: ['secretsmanager:PutSecretValue', 'secretsmanager:RestoreSecret'],
      resources,
      conditions: { StringEquals: toTagConditions('aws:ResourceTag', config) },
    }),
  );
  const { googleClientSecretName } = config;
  if (googleClientSecretName !== undefined) {
    policy.addStatements(
      new PolicyStatement({
        sid: 'GoogleClientSecret',
        effect: Effect.ALLOW,
        actions: ['secretsmanager:GetSecretValue'],
        resources: [secretArn(role, `${googleClientSecretName}-??????`)],
      }),
    );
  }
  // Secrets Manager asks for both when it encrypts. They read nothing that GetSecretValue does not allow.
  grantKey(policy, config.secretsKeyArn, {
    sid: 'SecretsKey',
    service: 'secretsmanager',
    actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
  });
  acknowledgePrefix(role, config);
}

/**
 * Allows a function to delete secrets of this stage's workspaces that have its tags, and to ask whether one exists. It can
 * neither read nor write any.
 */
export function grantSecretDeletion(serviceFunction: ServiceFunction, config: Config): void {
  const { role, policy } = serviceFunction;
  policy.addStatements(
    new PolicyStatement({
      sid: 'DeleteSecrets',
      effect: Effect.ALLOW,
      actions: ['secretsmanager:DeleteSecret'],
      resources: [secretArn(role, `${credentialsPrefix(config)}/*`)],
      conditions: { StringEquals: toTagConditions('aws:ResourceTag', config) },
    }),
  );
  grantSecretLookup(serviceFunction, config);
}

/** The tags of secrets that this stage may change. */
function toTagConditions(key: 'aws:RequestTag' | 'aws:ResourceTag', { stage }: Config) {
  return { [`${key}/service`]: 'bots', [`${key}/stage`]: stage };
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
