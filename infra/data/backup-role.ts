import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

export type BackupRoleProps = {
  tableArn: string;
  /** Absent without files. */
  bucketArn: string | undefined;
  /** ARN of the account's KMS key that encrypts table, files and backups. Absent if AWS owns the keys. */
  keyArn: string | undefined;
  config: Config;
};

/**
 * Creates the role with which AWS Backup reads table and files and copies backups. It has what AWS's own policies for these
 * services have, but for these resources only, and cannot restore. For tables, it needs the advanced features of AWS Backup,
 * without which no backup of a table gets into another account.
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/security-iam-awsmanpol.html
 */
export function createBackupRole(
  scope: Construct,
  { tableArn, bucketArn, keyArn, config }: BackupRoleProps,
): Role {
  const { stage, backupCopyVaultArn } = config;
  const recoveryPoints = `arn:${Aws.PARTITION}:backup:${Aws.REGION}:${Aws.ACCOUNT_ID}:recovery-point:*`;
  const policy = new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'Table',
        actions: ['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'],
        resources: [tableArn],
      }),
      new PolicyStatement({
        sid: 'TagBackups',
        actions: ['backup:TagResource'],
        resources: [recoveryPoints],
      }),
      new PolicyStatement({ sid: 'FindByTag', actions: ['tag:GetResources'], resources: ['*'] }),
      ...(bucketArn === undefined ? [] : readFiles(bucketArn)),
      ...(backupCopyVaultArn === undefined ? [] : copyBackups(backupCopyVaultArn)),
    ],
  });
  if (keyArn !== undefined) policy.addStatements(...useKey(keyArn));
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    description: `Backs up the data of bots-${stage}`,
    inlinePolicies: { Backup: policy },
  });
  acknowledgeWildcards(role, bucketArn);
  return role;
}

/** Allows reading files. AWS Backup learns of changes from events, for which it creates rules, and from an inventory. */
function readFiles(bucketArn: string): PolicyStatement[] {
  return [
    new PolicyStatement({
      sid: 'Bucket',
      actions: [
        's3:GetBucketAcl',
        's3:GetBucketLocation',
        's3:GetBucketNotification',
        's3:GetBucketTagging',
        's3:GetBucketVersioning',
        's3:GetInventoryConfiguration',
        's3:ListBucket',
        's3:ListBucketVersions',
        's3:PutBucketNotification',
        's3:PutInventoryConfiguration',
      ],
      resources: [bucketArn],
    }),
    new PolicyStatement({
      sid: 'Files',
      actions: [
        's3:GetObject',
        's3:GetObjectAcl',
        's3:GetObjectTagging',
        's3:GetObjectVersion',
        's3:GetObjectVersionAcl',
        's3:GetObjectVersionTagging',
      ],
      resources: [`${bucketArn}/*`],
    }),
    new PolicyStatement({
      sid: 'ChangesOfFiles',
      actions: [
        'events:DeleteRule',
        'events:DescribeRule',
        'events:DisableRule',
        'events:EnableRule',
        'events:ListTargetsByRule',
        'events:PutRule',
        'events:PutTargets',
        'events:RemoveTargets',
      ],
      resources: [`arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:rule/AwsBackupManagedRule*`],
    }),
    // None of these supports resources.
    new PolicyStatement({
      sid: 'Lists',
      actions: ['cloudwatch:GetMetricData', 'events:ListRules', 's3:ListAllMyBuckets'],
      resources: ['*'],
    }),
  ];
}

/** Allows using the key, which encrypts the table, the files and the vault. */
function useKey(keyArn: string): PolicyStatement[] {
  const via = ['dynamodb', 's3', 'backup'].map((service) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`);
  return [
    new PolicyStatement({
      sid: 'Key',
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: [keyArn],
      conditions: { StringEquals: { 'kms:ViaService': via } },
    }),
    new PolicyStatement({ sid: 'LookAtKey', actions: ['kms:DescribeKey'], resources: [keyArn] }),
    new PolicyStatement({
      sid: 'LendKey',
      actions: ['kms:CreateGrant'],
      resources: [keyArn],
      conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    }),
  ];
}

function copyBackups(copyVaultArn: string): PolicyStatement[] {
  return [
    new PolicyStatement({
      sid: 'CopyBackups',
      actions: ['backup:CopyFromBackupVault'],
      // The action applies to backups, whose ARNs are unknown until they exist.
      resources: ['*'],
      conditions: { 'ForAllValues:ArnEquals': { 'backup:CopyTargets': [copyVaultArn] } },
    }),
    new PolicyStatement({
      sid: 'Copies',
      actions: ['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
      resources: [copyVaultArn],
    }),
  ];
}

function acknowledgeWildcards(role: Role, bucketArn: string | undefined): void {
  const reason =
    'Backups, files and rules get names while the service runs; some actions support no resources.';
  const account = '<AWS::Region>:<AWS::AccountId>';
  const bucketId = bucketArn === undefined ? undefined : Stack.of(role).resolve(bucketArn)['Fn::GetAtt'][0];
  for (const resource of [
    '*',
    `arn:<AWS::Partition>:backup:${account}:recovery-point:*`,
    `arn:<AWS::Partition>:events:${account}:rule/AwsBackupManagedRule*`,
    `<${bucketId}.Arn>/*`,
  ]) {
    Validations.of(role).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${resource}]`,
      reason,
    });
  }
}
