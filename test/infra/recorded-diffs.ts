import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Pairs of templates whose diffs are recorded in `recorded-diffs/`. They are small, so that the recordings only change with
 * the CLI, and have resources as the stacks have them.
 */

export const STACK = 'bots-prod-data';

type Resources = Readonly<Record<string, object>>;

function named(path: string, resource: object): object {
  return { ...resource, Metadata: { 'aws:cdk:path': `${STACK}/${path}` } };
}

const RETAINED = { UpdateReplacePolicy: 'Retain', DeletionPolicy: 'Retain' };

const table = (tableName: string) =>
  named('Data/Table', {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      TableName: tableName,
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      Replicas: [{ Region: { Ref: 'AWS::Region' } }],
    },
    ...RETAINED,
  });

const KEY = named('Data/Key/Resource', {
  Type: 'AWS::KMS::Key',
  Properties: { EnableKeyRotation: true, KeyPolicy: { Version: '2012-10-17', Statement: [] } },
  ...RETAINED,
});

const BUCKET = named('Files/Bucket/Resource', { Type: 'AWS::S3::Bucket', Properties: {}, ...RETAINED });

const DISTRIBUTION = named('Files/Distribution/Resource', {
  Type: 'AWS::CloudFront::Distribution',
  Properties: {
    DistributionConfig: {
      Enabled: true,
      DefaultCacheBehavior: { TargetOriginId: 'files', ViewerProtocolPolicy: 'https-only' },
      Origins: [{ Id: 'files', DomainName: 'files.example.com', S3OriginConfig: {} }],
    },
  },
});

const restApi = (name: object | string) =>
  named('Chat/RestApi/Resource', { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: name } });

/** Not of the stacks, none of whose types has a property that may or may not replace it. */
const resolverRule = (domainName: string) => ({
  Type: 'AWS::Route53Resolver::ResolverRule',
  Properties: { RuleType: 'FORWARD', DomainName: domainName },
});

const FUNCTION = named('old-endpoint/Function/Resource', {
  Type: 'AWS::Lambda::Function',
  Properties: {
    FunctionName: 'bots-prod-old-endpoint',
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Code: {},
    Role: 'role',
  },
});

const deployment = (description: string) =>
  named('Chat/Deployment/Resource', {
    Type: 'AWS::ApiGateway::Deployment',
    Properties: { RestApiId: { Ref: 'Chat' }, Description: description },
  });

/** By the name of the recording. */
export const DIFFED_TEMPLATES: Readonly<Record<string, { before: Resources; after: Resources }>> = {
  empty: { before: { Table: table('bots-prod') }, after: { Table: table('bots-prod') } },
  replace: { before: { Table: table('bots-prod') }, after: { Table: table('bots-qa') } },
  destroy: {
    before: { Table: table('bots-prod'), Distribution: DISTRIBUTION },
    after: { Table: table('bots-prod') },
  },
  orphan: {
    before: { Table: table('bots-prod'), Key: KEY, Bucket: BUCKET },
    after: { Key: KEY },
  },
  'may-be-replaced': {
    before: { Rule: resolverRule('a.example.com') },
    after: { Rule: resolverRule('b.example.com') },
  },
  harmless: {
    before: {
      Table: table('bots-prod'),
      Chat: restApi('bots'),
      Deployment1: deployment('old'),
      Old: FUNCTION,
    },
    after: { Table: table('bots-prod'), Chat: restApi('bots'), Deployment2: deployment('new') },
  },
};

/** Writes an assembly with one stack, as `cdk synth` does. */
export function writeAssembly(resources: Resources, stack = STACK): string {
  const folder = mkdtempSync(join(tmpdir(), 'bots-diffed-'));
  const templateFile = `${stack}.template.json`;
  writeFileSync(join(folder, templateFile), JSON.stringify({ Resources: resources }));
  const artifacts = {
    [stack]: {
      type: 'aws:cloudformation:stack',
      environment: 'aws://unknown-account/unknown-region',
      properties: { templateFile, validateOnSynth: false },
      displayName: stack,
    },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: '36.0.0', artifacts }));
  return folder;
}
