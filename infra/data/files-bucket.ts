import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HeadersFrameOption,
  HttpVersion,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { FILES_CONTENT_POLICY, PUBLIC_FILE_PREFIXES } from '#lib/chat/adapters/served-files.ts';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import { EXPORT_DAYS } from '#lib/jobs/export-file.ts';
import { HSTS_SECONDS } from '#lib/platform/http/gateway-responses.ts';
import type { Config } from '../config.ts';
import { addDistributionRecords } from '../distribution-records.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';
import { writeDataParameter } from './data-parameter.ts';
import { RECOVERY_DAYS } from './recovery-days.ts';

/** Prefixes of what chats leave behind. Files of authors belong to bots, which no setting deletes. */
const EXPIRING_PREFIXES = Object.values(FILE_PREFIXES).filter((prefix) => prefix !== FILE_PREFIXES.authored);

export type FilesBucketProps = {
  /** Key that encrypts the files. Without it, S3 uses a key of its own. */
  key: Key | undefined;
  config: Config;
};

/**
 * Storage for files that respondents and authors upload and bots create. The bucket itself is not public. CloudFront
 * serves a file to anyone who knows its URL, which cannot be guessed, but never lists files. HTML and SVG files
 * cannot run scripts and get an opaque origin.
 */
export class FilesBucket extends Construct {
  readonly distribution: Distribution;
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { key, config }: FilesBucketProps) {
    super(scope, id);
    // Stored answers hold addresses of the distribution, which cannot be created again. Only if the deployment that
    // creates these resources fails are they deleted: two of them have fixed names, which the next attempt needs.
    const removalPolicy =
      config.tableRemoval === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    const { filesDomainName, filesCertificateArn } = config;
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // With a bucket key, S3 asks KMS once in a while, not for each file.
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      enforceSSL: true,
      // Deleting a file hides it behind a delete marker. The service may not delete versions.
      versioned: true,
      // Browsers upload directly to the bucket, from pages of any origin.
      cors: [
        {
          allowedMethods: [HttpMethods.POST],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          maxAge: Duration.days(1).toSeconds(),
        },
      ],
      lifecycleRules: [
        {
          id: 'exports',
          prefix: FILE_PREFIXES.exports,
          expiration: Duration.days(EXPORT_DAYS),
          // Another export can be made, so nobody needs an old one back.
          noncurrentVersionExpiration: Duration.days(1),
          // Deletes the parts of uploads that were neither completed nor aborted.
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        {
          id: 'deleted',
          noncurrentVersionExpiration: Duration.days(RECOVERY_DAYS),
          expiredObjectDeleteMarker: true,
        },
        ...(config.dataRetentionDays > 0
          ? EXPIRING_PREFIXES.map((prefix) => ({
              id: `retention-${prefix.slice(0, -1)}`,
              prefix,
              expiration: Duration.days(config.dataRetentionDays),
            }))
          : []),
      ],
      removalPolicy,
    });
    if (config.backup) sendEvents(this.bucket);
    // CloudFront names must be unique across all regions, so include the region.
    const name = `bots-${config.stage}-files-${Stack.of(this).region}`;
    const access = new S3OriginAccessControl(this, 'Access', { originAccessControlName: name });
    pinLogicalId(access, 'FilesAccess');
    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      responseHeadersPolicyName: name,
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        contentSecurityPolicy: {
          contentSecurityPolicy: FILES_CONTENT_POLICY,
          override: true,
        },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.seconds(HSTS_SECONDS), override: true },
      },
    });
    pinLogicalId(headers, 'FilesHeaders');
    const behavior = {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket, {
        originAccessControl: access,
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: headers,
    };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `bots-${config.stage}: files of chats`,
      defaultBehavior: behavior,
      httpVersion: HttpVersion.HTTP2,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...(filesDomainName !== undefined &&
        filesCertificateArn !== undefined && {
          domainNames: [filesDomainName],
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
          certificate: Certificate.fromCertificateArn(this, 'Certificate', filesCertificateArn),
        }),
    });
    if (filesDomainName !== undefined) {
      const records = addDistributionRecords(this, this.distribution, { Record: filesDomainName }, config);
      for (const record of records) record.applyRemovalPolicy(removalPolicy);
      new CfnOutput(this, 'FilesDomainTarget', {
        description: `${filesDomainName} has to be a CNAME of this, unless the hosted zone is managed here`,
        value: this.distribution.distributionDomainName,
      }).overrideLogicalId('FilesDomainTarget');
    }
    this.bucket.addToResourcePolicy(this.hidesPrivateFiles());
    for (const part of [access, headers, this.distribution, this.bucket.policy]) {
      part?.applyRemovalPolicy(removalPolicy);
    }
    writeDataParameter(this, config, 'filesBucketName', this.bucket.bucketName);
    // The assigned name keeps working, for addresses that were stored before there was a domain name.
    writeDataParameter(
      this,
      config,
      'filesDomainName',
      filesDomainName ?? this.distribution.distributionDomainName,
    );
    new CfnOutput(this, 'FilesBucketName', { value: this.bucket.bucketName }).overrideLogicalId(
      'FilesBucketName',
    );
    this.acknowledgeFindings(config);
  }

  /** Returns a statement that denies CloudFront access to files outside the public prefixes. */
  private hidesPrivateFiles(): PolicyStatement {
    return new PolicyStatement({
      sid: 'PublicPrefixesOnly',
      effect: Effect.DENY,
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      notResources: PUBLIC_FILE_PREFIXES.map((prefix) => this.bucket.arnForObjects(`${prefix}*`)),
    });
  }

  private acknowledgeFindings({ filesDomainName }: Config): void {
    const acknowledge = (of: Construct, id: string, reason: string) =>
      Validations.of(of).acknowledge({ id: `AwsSolutions::AwsSolutions-${id}`, reason });
    acknowledge(this.bucket, 'S1', 'Logs of single files hold addresses of people, and nobody reads them.');
    acknowledge(this.distribution, 'CFR1', 'Respondents may be anywhere.');
    acknowledge(this.distribution, 'CFR2', 'A firewall costs money while nobody calls; files are only read.');
    acknowledge(
      this.distribution,
      'CFR3',
      'Logs of single files hold addresses of people, and nobody reads them.',
    );
    if (filesDomainName === undefined) {
      acknowledge(
        this.distribution,
        'CFR4',
        'The name is one that AWS gives, whose certificate has the TLS versions of AWS.',
      );
    }
  }
}

/**
 * Sends events of the bucket to EventBridge, from which AWS Backup learns of changes. It would turn them on by itself, and a
 * deployment off again. CDK's own property for that needs a function of its own.
 */
function sendEvents(bucket: Bucket): void {
  const resource = bucket.node.defaultChild;
  if (!(resource instanceof CfnBucket)) throw new Error(`${bucket.node.path} is not a bucket`);
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
