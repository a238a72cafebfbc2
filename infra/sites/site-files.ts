import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { IMMUTABLE, SHORT } from '#apps/sites/site-cache.ts';
import type { SiteFile } from '#apps/sites/site-file.ts';
import type { Config } from '../config.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';

const BUCKET_ID = 'SitesBucket';

export type SiteFilesProps = {
  files: readonly SiteFile[];
  config: Config;
};

/** The bucket with the files of both sites, below `console/` and `bots/`. Only the distributions can read it. */
export class SiteFiles extends Construct {
  readonly bucket: IBucket;
  private readonly logGroup: LogGroup;
  private readonly immutable: BucketDeployment[];
  private hasCopyFunction = false;

  constructor(scope: Construct, id: string, { files, config }: SiteFilesProps) {
    super(scope, id);
    const bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // A bucket with files cannot be deleted. What is left is a copy of what the repository builds.
      removalPolicy: RemovalPolicy.RETAIN,
    });
    pinLogicalId(bucket, BUCKET_ID);
    this.bucket = bucket as IBucket;
    this.logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/bots-${config.stage}-copy-site-files`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const groups = [
      ...Map.groupBy(files, ({ cacheControl, contentType }) => `${cacheControl}\n${contentType}`),
    ];
    const copies = groups
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, group]) => ({
        isImmutable: group[0]?.cacheControl === IMMUTABLE,
        copy: this.copy(copyId(group), sourceOf(group), group[0] as SiteFile),
      }));
    for (const { copy } of copies) nameCopyFunction(copy, config);
    this.immutable = copies.filter(({ isImmutable }) => isImmutable).map(({ copy }) => copy);
    // A page must not name chunks that are not there yet.
    for (const { copy } of copies.filter(({ isImmutable }) => !isImmutable)) this.afterImmutable(copy);
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason: 'Only the distributions read it, and it holds nothing that the repository does not.',
    });
  }

  /** Adds a JSON file whose content is only known to CloudFormation. */
  addJson(key: string, content: object): void {
    const copy = this.copy('Config', Source.jsonData(key, content), {
      cacheControl: SHORT,
      contentType: 'application/json',
    });
    this.afterImmutable(copy);
  }

  private afterImmutable(copy: BucketDeployment): void {
    copy.node.addDependency(...this.immutable);
  }

  /** Files of earlier deployments stay, because open pages still load their chunks. */
  private copy(
    id: string,
    source: ISource,
    { cacheControl, contentType }: Pick<SiteFile, 'cacheControl' | 'contentType'>,
  ): BucketDeployment {
    const deployment = new BucketDeployment(this, id, {
      sources: [source],
      destinationBucket: this.bucket,
      prune: false,
      cacheControl: [CacheControl.fromString(cacheControl)],
      contentType,
      logGroup: this.logGroup,
      memoryLimit: 512,
    });
    // The function that all copies share has the layer of the first. CDK makes one for each.
    if (this.hasCopyFunction) deployment.node.tryRemoveChild('AwsCliLayer');
    this.hasCopyFunction = true;
    return deployment;
  }
}

/** `ImmutableJavascript`: stable, so that CloudFormation recognizes the copy in the next version. */
function copyId([file]: readonly SiteFile[]): string {
  if (!file) throw new Error('A group has a file');
  const kind = /^[a-z]+\/([a-z]+)/.exec(file.contentType)?.[1] ?? '';
  const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
  return `${file.cacheControl === IMMUTABLE ? 'Immutable' : 'Short'}${name}`;
}

/** CDK copies the folder into the assembly at once, so it is not needed afterwards. */
function sourceOf(files: readonly SiteFile[]): ISource {
  const folder = mkdtempSync(path.join(tmpdir(), 'bots-sites-'));
  for (const { site, path: sitePath, body } of files) {
    const file = path.join(folder, site, sitePath);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  const source = Source.asset(folder);
  return {
    bind(scope, context) {
      const bound = source.bind(scope, context);
      rmSync(folder, { recursive: true, force: true });
      return bound;
    },
  };
}

/** Names the function that copies the files, which all copies share, and acknowledges what it is like. */
function nameCopyFunction({ handlerRole }: BucketDeployment, { stage }: Config): void {
  const handler = handlerRole.node.scope as Construct;
  const resource = handler.node.defaultChild;
  if (!(resource instanceof CfnFunction)) throw new Error(`${handler.node.path} is not a function`);
  resource.functionName = `bots-${stage}-copy-site-files`;
  const acknowledge = (of: Construct, ids: readonly string[], reason: string) => {
    for (const id of ids) Validations.of(of).acknowledge({ id, reason });
  };
  acknowledge(
    handler,
    [
      'AwsSolutions::AwsSolutions-L1',
      'Serverless::Serverless-LambdaLatestVersion',
      'Serverless::Serverless-LambdaTracing',
      'Serverless::Serverless-LambdaDLQ',
    ],
    'The function that copies the files is part of CDK, and runs only while the stack is deployed.',
  );
  const { bootstrapQualifier } = Stack.of(handler).synthesizer;
  acknowledge(
    handlerRole as unknown as Construct,
    [
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
      ...['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map(
        (action) => `IAM5[Action::s3:${action}]`,
      ),
      `IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-${bootstrapQualifier}-assets-<AWS::AccountId>-<AWS::Region>/*]`,
      `IAM5[Resource::<${BUCKET_ID}.Arn>/*]`,
    ].map((id) => `AwsSolutions::AwsSolutions-${id}`),
    'CDK gives its function these rights: to read what the deployment has uploaded, and to write to this bucket.',
  );
}
