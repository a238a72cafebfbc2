import { Aws, Stack, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import type { Config } from '../config.ts';
import { readDataParameter } from '../data/data-parameter.ts';
import { grantKey } from '../data/key-grant.ts';
import type { ServiceFunction } from './service-function.ts';

export type FilesReferenceProps = {
  /** ARN of the account's KMS key that encrypts the files. Absent if S3 owns the key. */
  keyArn: string | undefined;
  config: Config;
};

/** Reference to the data stack's files bucket, for use in the service stack. */
export class FilesReference extends Construct {
  readonly environment: { FILES_BUCKET: string; FILES_PUBLIC_URL: string };
  /** For functions that do not use public files. */
  readonly bucketEnvironment: { FILES_BUCKET: string };

  /** Where browsers post forms for uploads: the console's policy names it. */
  readonly uploadOrigin: string;

  private readonly keyArn: string | undefined;

  constructor(scope: Construct, id: string, { keyArn, config }: FilesReferenceProps) {
    super(scope, id);
    this.keyArn = keyArn;
    this.bucketEnvironment = { FILES_BUCKET: readDataParameter(this, config, 'filesBucketName') };
    this.uploadOrigin = `https://${this.bucketEnvironment.FILES_BUCKET}.s3.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    this.environment = {
      ...this.bucketEnvironment,
      FILES_PUBLIC_URL: `https://${readDataParameter(this, config, 'filesDomainName')}`,
    };
  }

  /** Allows a function to upload files under these prefixes, and nothing else: not even to read them. */
  grantPut(serviceFunction: ServiceFunction, prefixes: readonly string[]): void {
    this.grant(serviceFunction, ['s3:PutObject'], prefixes);
    this.grantKey(serviceFunction, ['kms:GenerateDataKey']);
  }

  /**
   * Allows a function to upload exports in parts, and to read them, which it needs to find out whether one is
   * complete.
   */
  grantExport(serviceFunction: ServiceFunction): void {
    const actions = [
      's3:PutObject',
      's3:AbortMultipartUpload',
      's3:ListMultipartUploadParts',
      's3:GetObject',
    ];
    this.grant(serviceFunction, actions, [FILE_PREFIXES.exports]);
    // S3 decrypts the parts of an upload to put them together.
    this.grantKey(serviceFunction, ['kms:GenerateDataKey', 'kms:Decrypt']);
  }

  /** Allows a function to presign links to exports. */
  grantReadExports(serviceFunction: ServiceFunction): void {
    this.grant(serviceFunction, ['s3:GetObject'], [FILE_PREFIXES.exports]);
    this.grantKey(serviceFunction, ['kms:Decrypt']);
  }

  private grant({ role, policy }: ServiceFunction, actions: string[], prefixes: readonly string[]): void {
    policy.addStatements(
      new PolicyStatement({
        sid: 'Files',
        effect: Effect.ALLOW,
        actions,
        resources: prefixes.map(
          (prefix) => `arn:${Aws.PARTITION}:s3:::${this.environment.FILES_BUCKET}/${prefix}*`,
        ),
      }),
    );
    this.acknowledgePrefixes(role, prefixes);
  }

  private grantKey({ policy }: ServiceFunction, actions: `kms:${string}`[]): void {
    grantKey(policy, this.keyArn, { sid: 'FilesKey', service: 's3', actions });
  }

  /** Allows a function to list and delete files under these prefixes, but not to read them. */
  grantErase({ role, policy }: ServiceFunction, prefixes: readonly string[]): void {
    const bucketArn = `arn:${Aws.PARTITION}:s3:::${this.environment.FILES_BUCKET}`;
    policy.addStatements(
      new PolicyStatement({
        sid: 'ListFiles',
        effect: Effect.ALLOW,
        actions: ['s3:ListBucket'],
        resources: [bucketArn],
        conditions: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
      }),
      new PolicyStatement({
        sid: 'DeleteFiles',
        effect: Effect.ALLOW,
        actions: ['s3:DeleteObject'],
        resources: prefixes.map((prefix) => `${bucketArn}/${prefix}*`),
      }),
    );
    this.acknowledgePrefixes(role, prefixes);
  }

  private acknowledgePrefixes(role: ServiceFunction['role'], prefixes: readonly string[]): void {
    const bucketParameter = Stack.of(this).resolve(this.environment.FILES_BUCKET).Ref;
    for (const prefix of prefixes) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::<${bucketParameter}>/${prefix}*]`,
        reason: 'Files get names while the service runs.',
      });
    }
  }
}
