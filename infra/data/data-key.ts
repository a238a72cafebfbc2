import { Annotations, Aws, type RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { type Config, hasOwnTopic } from '../config.ts';

/**
 * Returns patterns of the names of log groups: those of functions, those that CloudFormation names after the stack, and those
 * of API Gateway.
 */
export function getLogGroupPatterns({ stage }: Pick<Config, 'stage'>): string[] {
  return [`/aws/lambda/bots-${stage}-*`, `bots-${stage}-*`, 'API-Gateway-Execution-Logs_*'];
}

/**
 * Creates the account's own key, which encrypts the table, the files, the backups and what the service stack keeps: logs, the
 * topic of alarms and the queue of failures. Roles of the account need permissions of their own to use it. Its policy
 * only names services of AWS that act without a role.
 *
 * @param scope determines the key's logical id. Under another one, CloudFormation would create another key.
 */
export function createDataKey(scope: Construct, config: Config, removalPolicy: RemovalPolicy): Key {
  const key = new Key(scope, 'Key', {
    enableKeyRotation: true,
    removalPolicy,
    description: 'Bots, results, files and logs',
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'Logs',
      principals: [new ServicePrincipal(`logs.${Aws.REGION}.${Aws.URL_SUFFIX}`)],
      // From https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/encrypt-log-data-kms.html
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:Describe*'],
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': getLogGroupPatterns(config).map(
            (name) => `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:${name}`,
          ),
        },
      },
    }),
  );
  if (hasOwnTopic(config)) {
    key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'Alarms',
        principals: ['cloudwatch', 'budgets'].map(
          (service) => new ServicePrincipal(`${service}.amazonaws.com`),
        ),
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: {
          ArnLike: {
            'kms:EncryptionContext:aws:sns:topicArn': `arn:${Aws.PARTITION}:sns:${Aws.REGION}:${Aws.ACCOUNT_ID}:bots-${config.stage}-*`,
          },
        },
      }),
    );
  }
  // The policy cannot name the files' distribution: it needs the bucket, which needs the key.
  Annotations.of(scope).acknowledgeWarning(
    '@aws-cdk/aws-cloudfront-origins:wildcardKeyPolicyForOac',
    'The bucket lets only its own distribution read files.',
  );
  return key;
}
