import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HeadersFrameOption,
  HttpVersion,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Effect, type IRole, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';
import type { Config } from './config.ts';

/** Only these are public. Files below `private/` are for people with access to the bucket. */
const PUBLIC_PREFIXES = [FILE_PREFIXES.generated, FILE_PREFIXES.uploads];

/**
 * Storage for files that respondents upload and bots create. The bucket itself is not public. CloudFront
 * shows single files to whoever knows their address, which nobody can guess, and never a list. Pages among
 * them cannot run scripts, and have an origin that they share with nobody.
 */
export class FilesBucket extends Construct {
  readonly environment: Record<string, string>;
  private readonly bucket: Bucket;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // Browsers upload to the bucket itself, from pages of any origin.
      cors: [
        {
          allowedMethods: [HttpMethods.POST],
          allowedOrigins: ['*'],
          allowedHeaders: ['*'],
          maxAge: Duration.days(1).toSeconds(),
        },
      ],
      ...(config.dataRetentionDays > 0 && {
        lifecycleRules: [{ id: 'retention', expiration: Duration.days(config.dataRetentionDays) }],
      }),
      removalPolicy: config.tableRemoval === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // CloudFront has one list of names for all regions, so the name contains the region.
    const name = `bots-${config.stage}-files-${Stack.of(this).region}`;
    const behavior = {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket as IBucket, {
        originAccessControl: new S3OriginAccessControl(this, 'Access', { originAccessControlName: name }),
      }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      responseHeadersPolicy: new ResponseHeadersPolicy(this, 'Headers', {
        responseHeadersPolicyName: name,
        securityHeadersBehavior: {
          contentTypeOptions: { override: true },
          contentSecurityPolicy: {
            contentSecurityPolicy:
              "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
            override: true,
          },
          frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        },
      }),
    };
    const distribution = new Distribution(this, 'Distribution', {
      comment: `bots-${config.stage}: files of chats`,
      defaultBehavior: behavior,
      httpVersion: HttpVersion.HTTP2,
      priceClass: PriceClass.PRICE_CLASS_100,
    });
    this.bucket.addToResourcePolicy(this.hidesPrivateFiles());
    this.environment = {
      FILES_BUCKET: this.bucket.bucketName,
      FILES_PUBLIC_URL: `https://${distribution.distributionDomainName}`,
    };
    this.acknowledgeFindings(distribution);
  }

  /**
   * Lets a function put files below these prefixes. It can do nothing else with the bucket, not even read it.
   */
  grantPut(role: IRole, prefixes: readonly string[]): void {
    const resources = prefixes.map((prefix) => this.bucket.arnForObjects(`${prefix}*`));
    role.addToPrincipalPolicy(
      new PolicyStatement({ sid: 'Files', effect: Effect.ALLOW, actions: ['s3:PutObject'], resources }),
    );
    const bucketId = Stack.of(this).resolve(this.bucket.bucketArn)['Fn::GetAtt'][0];
    for (const prefix of prefixes) {
      Validations.of(role).acknowledge({
        id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
        reason: 'Files get names while the service runs.',
      });
    }
  }

  /** CloudFront may read the bucket, but only the public part of it. */
  private hidesPrivateFiles(): PolicyStatement {
    return new PolicyStatement({
      sid: 'PublicPrefixesOnly',
      effect: Effect.DENY,
      principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
      actions: ['s3:GetObject'],
      notResources: PUBLIC_PREFIXES.map((prefix) => this.bucket.arnForObjects(`${prefix}*`)),
    });
  }

  private acknowledgeFindings(distribution: Distribution): void {
    const acknowledge = (of: Construct, id: string, reason: string) =>
      Validations.of(of).acknowledge({ id: `AwsSolutions::AwsSolutions-${id}`, reason });
    acknowledge(this.bucket, 'S1', 'Logs of single files hold addresses of people, and nobody reads them.');
    acknowledge(distribution, 'CFR1', 'Respondents may be anywhere.');
    acknowledge(distribution, 'CFR2', 'A firewall costs money while nobody calls; files are only read.');
    acknowledge(
      distribution,
      'CFR3',
      'Logs of single files hold addresses of people, and nobody reads them.',
    );
    acknowledge(
      distribution,
      'CFR4',
      'The name is one that AWS gives, whose certificate has the TLS versions of AWS.',
    );
  }
}
