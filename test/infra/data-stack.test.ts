import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createTableInput } from '#lib/platform/store/table.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import type { Statement } from '#test/support/deployed/role-policy.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources, referenceIn } from '#test/support/deployed/template.ts';
import { parseConfig } from '../../infra/config.ts';
import { DataStack } from '../../infra/data/data-stack.ts';

let assembly: Assembly;
let complete: Assembly;
let withFiles: Assembly;

beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
  withFiles = await sharedAssembly({ 'bots:files': 'true' });
}, 120_000);

// A synthesis takes a second of CPU, and much longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The data stack alone, which takes no bundling. */
function synthesizeData(values: Record<string, unknown>): Pick<Assembly, 'dataTemplate'> {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const stack = new DataStack(new App({ context }), 'bots-prod-data', parseConfig(values));
  return { dataTemplate: Template.fromStack(stack).toJSON() as Assembly['dataTemplate'] };
}

const all = (type: string, source: Pick<Assembly, 'dataTemplate'> = assembly) =>
  getResources(source.dataTemplate, type);
const one = (type: string, source: Pick<Assembly, 'dataTemplate'> = assembly) => {
  const found = all(type, source);
  expect([type, found.length]).toEqual([type, 1]);
  const [first] = found;
  if (!first) throw new Error(`There is no ${type}`);
  return first[1];
};

describe('the table', () => {
  it('is the one that the local database is made of', () => {
    const { Properties } = one('AWS::DynamoDB::GlobalTable');
    const local = createTableInput('any');
    expect(Properties.KeySchema).toEqual(local.KeySchema);
    expect(Properties.AttributeDefinitions).toEqual(expect.arrayContaining(local.AttributeDefinitions ?? []));
    expect(Properties.GlobalSecondaryIndexes).toEqual([
      expect.objectContaining({
        IndexName: 'gsi1',
        KeySchema: local.GlobalSecondaryIndexes?.[0]?.KeySchema,
        Projection: local.GlobalSecondaryIndexes?.[0]?.Projection,
      }),
    ]);
    expect(Properties.Replicas).toEqual([expect.objectContaining({ Region: { Ref: 'AWS::Region' } })]);
    expect(Properties.BillingMode).toBe('PAY_PER_REQUEST');
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAt', Enabled: true });
  });

  it('has a stream with the images that the operator wants, by default those that replicas need', () => {
    const { StreamSpecification } = one('AWS::DynamoDB::GlobalTable').Properties;
    expect(StreamSpecification).toEqual({ StreamViewType: 'NEW_AND_OLD_IMAGES' });
    const asBefore = one('AWS::DynamoDB::GlobalTable', complete).Properties;
    expect(asBefore.StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' });
  });

  it('has no stream, and nothing that refers to one, between two kinds of stream', () => {
    const stack = new DataStack(new App(), 'data', parseConfig({ tableStream: 'none' }));
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', { StreamSpecification: Match.absent() });
    expect(JSON.stringify(template.toJSON())).not.toMatch(/StreamArn|table-stream-arn/);
  });

  it('is kept, protected and recoverable unless told otherwise', () => {
    const kept = one('AWS::DynamoDB::GlobalTable');
    expect(kept.DeletionPolicy).toBe('Retain');
    expect(kept.Properties).toMatchObject({
      Replicas: [
        {
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      ],
    });
    const disposable = one('AWS::DynamoDB::GlobalTable', complete);
    expect(disposable.DeletionPolicy).toBe('Delete');
    expect(disposable.Properties.Replicas[0].DeletionProtectionEnabled).toBe(false);
  });

  it('is warm for as many units as the operator wants', () => {
    expect(one('AWS::DynamoDB::GlobalTable').Properties.WarmThroughput).toBeUndefined();
    const { WarmThroughput, GlobalSecondaryIndexes } = one('AWS::DynamoDB::GlobalTable', complete).Properties;
    expect(WarmThroughput).toEqual({ ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 8_000 });
    // A chat writes 60 units to the table and 3 to the index, which starts with as many as a table.
    expect(GlobalSecondaryIndexes[0].WarmThroughput).toBeUndefined();
  });

  it('is encrypted with a key of the account where the operator wants that', () => {
    expect(all('AWS::KMS::Key')).toHaveLength(0);
    expect(one('AWS::KMS::Key', complete).Properties.EnableKeyRotation).toBe(true);
    expect(one('AWS::DynamoDB::GlobalTable', complete).Properties.SSESpecification).toMatchObject({
      SSEEnabled: true,
      SSEType: 'KMS',
    });
  });

  it('is not encrypted yet with a key that is only prepared, while functions may use it', () => {
    const prepared = synthesizeData({ encryption: 'prepared' });
    expect(all('AWS::KMS::Key', prepared)).toHaveLength(1);
    expect(one('AWS::DynamoDB::GlobalTable', prepared).Properties.SSESpecification).toBeUndefined();
    const names = all('AWS::SSM::Parameter', prepared).map(([, { Properties }]) => Properties.Name);
    expect(names).toContain('/bots/prod/table-key-arn');
  });
});

describe('the files', () => {
  it('have no bucket unless the operator wants one', () => {
    expect(all('AWS::S3::Bucket')).toHaveLength(0);
    expect(all('AWS::CloudFront::Distribution')).toHaveLength(0);
  });

  it('are in a bucket that is open to nobody', () => {
    expect(one('AWS::S3::Bucket', complete).Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    });
  });

  it('expire: exports after seven days, and everything with what respondents said', () => {
    const { VersioningConfiguration, LifecycleConfiguration } = one('AWS::S3::Bucket', complete).Properties;
    expect(VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(LifecycleConfiguration.Rules).toEqual([
      {
        Id: 'exports',
        Status: 'Enabled',
        Prefix: 'exports/',
        ExpirationInDays: 7,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
      {
        // As long as the table can be restored.
        Id: 'deleted',
        Status: 'Enabled',
        NoncurrentVersionExpiration: { NoncurrentDays: 35 },
        ExpiredObjectDeleteMarker: true,
      },
      // Files of authors, below `authored/`, stay.
      ...['generated', 'uploads', 'private', 'exports'].map((name) => ({
        Id: `retention-${name}`,
        Status: 'Enabled',
        Prefix: `${name}/`,
        ExpirationInDays: 365,
      })),
    ]);
  });

  it('can be deleted by the service, but no version of them, so that they can be brought back', () => {
    const granted = JSON.stringify(getResources(complete.template, 'AWS::IAM::Role'));
    expect(granted).toContain('"s3:DeleteObject"');
    expect(granted).not.toMatch(
      /s3:(?:\*|Delete\*|DeleteObjectV|ListBucketV|GetObjectV|PutLifecycle|PutBucketV)/,
    );
  });

  it('have a name of their own, with TLS 1.2, where the operator gives one', () => {
    const { DistributionConfig } = one('AWS::CloudFront::Distribution', complete).Properties;
    expect(DistributionConfig).toMatchObject({
      Aliases: ['files.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: EVERY_OPTION['bots:filesCertificateArn'],
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    const records = all('AWS::Route53::RecordSet', complete).map(([, { Properties }]) => [
      Properties.Name,
      Properties.Type,
      referenceIn(Properties.AliasTarget.DNSName),
    ]);
    const [[distribution] = ['']] = all('AWS::CloudFront::Distribution', complete);
    expect(records).toEqual(['A', 'AAAA'].map((type) => ['files.example.com.', type, distribution]));
    expect(complete.dataTemplate.Outputs.FilesDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [distribution, 'DomainName'],
    });
    // Functions give out addresses with the name in this parameter.
    const parameters = (source: Pick<Assembly, 'dataTemplate'>) =>
      all('AWS::SSM::Parameter', source)
        .filter(([, { Properties }]) => Properties.Name.endsWith('/files-domain-name'))
        .map(([, { Properties }]) => Properties.Value);
    expect(parameters(complete)).toEqual(['files.example.com']);
    const named = synthesizeData({
      files: true,
      filesDomainName: 'files.example.com',
      filesCertificateArn: EVERY_OPTION['bots:filesCertificateArn'],
      hostedZoneId: EVERY_OPTION['bots:hostedZoneId'],
      hostedZoneName: EVERY_OPTION['bots:hostedZoneName'],
    });
    // Stored answers have addresses with the name.
    const policies = all('AWS::Route53::RecordSet', named).map(([, { DeletionPolicy }]) => DeletionPolicy);
    expect(policies).toEqual(['RetainExceptOnCreate', 'RetainExceptOnCreate']);
    const unnamed = synthesizeData({ files: true });
    const [[ownId] = ['']] = all('AWS::CloudFront::Distribution', unnamed);
    expect(parameters(unnamed)).toEqual([{ 'Fn::GetAtt': [ownId, 'DomainName'] }]);
    expect(all('AWS::Route53::RecordSet', unnamed)).toEqual([]);
  });

  it('are called by https only for a year', () => {
    const { ResponseHeadersPolicyConfig } = one(
      'AWS::CloudFront::ResponseHeadersPolicy',
      complete,
    ).Properties;
    expect(ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity).toMatchObject({
      AccessControlMaxAgeSec: 31_536_000,
    });
  });

  it('are shown by CloudFront, the public ones only', () => {
    one('AWS::CloudFront::Distribution', complete);
    const { Statement } = one('AWS::S3::BucketPolicy', complete).Properties.PolicyDocument;
    const allowed = Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow');
    expect(allowed).toEqual([
      expect.objectContaining({
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() } },
      }),
    ]);
    const hidden = Statement.find(({ Sid }: { Sid: string }) => Sid === 'PublicPrefixesOnly');
    expect(hidden).toMatchObject({ Effect: 'Deny', Action: 's3:GetObject' });
    expect(JSON.stringify(hidden.NotResource)).not.toMatch(/private|exports/);
    expect(hidden.NotResource).toHaveLength(3);
  });

  it('keep their addresses when they leave the stack, but not if their creation fails', () => {
    const types = ['S3::Bucket', 'S3::BucketPolicy', 'CloudFront::Distribution'];
    types.push('CloudFront::OriginAccessControl', 'CloudFront::ResponseHeadersPolicy');
    const policies = (source: Assembly) => types.map((type) => one(`AWS::${type}`, source).DeletionPolicy);
    expect(policies(withFiles)).toEqual(types.map(() => 'RetainExceptOnCreate'));
    expect(policies(complete)).toEqual(types.map(() => 'Delete'));
  });

  it('are created before the table, which a first deployment that fails would leave behind', () => {
    const [distribution] = all('AWS::CloudFront::Distribution', withFiles).map(([id]) => id);
    expect(one('AWS::DynamoDB::GlobalTable', withFiles).DependsOn).toEqual([distribution]);
  });
});

describe('the settings', () => {
  it('are recorded for the next deployment', () => {
    const getSettings = (source: Assembly) =>
      JSON.parse(source.dataTemplate.Resources.SettingsParameter?.Properties.Value);
    expect(getSettings(withFiles)).toEqual({ 'bots:files': 'true' });
    const { 'bots:stage': _, ...settings } = EVERY_OPTION;
    expect(getSettings(complete)).toEqual(settings);
  });
});

describe("the account's own key", () => {
  const statements = () => one('AWS::KMS::Key', complete).Properties.KeyPolicy.Statement;
  const ofService = (service: string) =>
    statements().find(({ Principal }: { Principal: object }) => JSON.stringify(Principal).includes(service));

  it('is still the one that earlier versions made', () => {
    // Under another logical id, the table would get a new key, and lose its backups with the old one.
    expect(all('AWS::KMS::Key', complete).map(([id]) => id)).toEqual(['DataKey5F086070']);
  });

  it('encrypts files, which CloudFront can read, and without which S3 encrypts them', () => {
    const encryption = (source: Pick<Assembly, 'dataTemplate'>) =>
      one('AWS::S3::Bucket', source).Properties.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(encryption(synthesizeData({ files: true }))).toEqual([
      { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
    ]);
    expect(encryption(complete)).toEqual([
      {
        BucketKeyEnabled: true,
        ServerSideEncryptionByDefault: {
          SSEAlgorithm: 'aws:kms',
          KMSMasterKeyID: { 'Fn::GetAtt': ['DataKey5F086070', 'Arn'] },
        },
      },
    ]);
    expect(ofService('cloudfront')).toMatchObject({
      Action: 'kms:Decrypt',
      Condition: { ArnLike: { 'AWS:SourceArn': expect.anything() } },
    });
  });

  it('can be used by CloudWatch for the logs of this installation, whatever their name', () => {
    const { Condition, Principal } = ofService('logs.');
    expect(Principal).toEqual({
      Service: { 'Fn::Join': ['', ['logs.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]] },
    });
    const allowed = Condition.ArnLike['kms:EncryptionContext:aws:logs:arn'].map(
      (arn: { 'Fn::Join': [string, unknown[]] }) =>
        /log-group:(.*)\*$/.exec(String(arn['Fn::Join'][1].at(-1)))?.[1],
    );
    expect(allowed).toEqual(['/aws/lambda/bots-qa-', 'bots-qa-', 'API-Gateway-Execution-Logs_']);
    const groups = getResources(complete.template, 'AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(50);
    for (const [id, { Properties }] of groups) {
      const { LogGroupName = `bots-qa-${id}` } = Properties;
      const name = typeof LogGroupName === 'string' ? LogGroupName : String(LogGroupName['Fn::Join'][1][0]);
      expect([name, allowed.some((begin: string) => name.startsWith(begin))]).toEqual([name, true]);
    }
  });

  it('can be used for alarms by those who send them, to the topic of the stack only', () => {
    expect(ofService('cloudwatch')).toMatchObject({
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
      Condition: { ArnLike: { 'kms:EncryptionContext:aws:sns:topicArn': expect.anything() } },
    });
    for (const alarms of [{}, { alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:incidents' }]) {
      const { dataTemplate } = synthesizeData({ encryption: 'customer-managed', ...alarms });
      expect(JSON.stringify(dataTemplate)).not.toContain('cloudwatch.amazonaws.com');
    }
  });
});

describe('backups', () => {
  it('are not made unless the operator wants them', () => {
    for (const type of ['BackupVault', 'BackupPlan', 'BackupSelection']) {
      expect(all(`AWS::Backup::${type}`)).toEqual([]);
    }
  });

  it('are made daily of table and files, and copied to the other account', () => {
    const copies = EVERY_OPTION['bots:backupCopyVaultArn'];
    const { BackupPlan } = one('AWS::Backup::BackupPlan', complete).Properties;
    expect(BackupPlan.BackupPlanRule).toEqual([
      {
        RuleName: 'daily',
        ScheduleExpression: 'cron(0 3 * * ? *)',
        TargetBackupVault: { 'Fn::GetAtt': ['EncryptedBackupVault', 'BackupVaultName'] },
        Lifecycle: { DeleteAfterDays: 14 },
        CopyActions: [{ DestinationBackupVaultArn: copies, Lifecycle: { DeleteAfterDays: 14 } }],
      },
    ]);
    const { Resources } = one('AWS::Backup::BackupSelection', complete).Properties.BackupSelection;
    const [[bucket] = ['']] = all('AWS::S3::Bucket', complete);
    expect(Resources.map(referenceIn)).toEqual(['Table', bucket]);
    // Otherwise each deployment would turn the events off that AWS Backup has turned on.
    expect(one('AWS::S3::Bucket', complete).Properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
  });

  it('are kept, and deleted by nobody before their time', () => {
    const kept = one('AWS::Backup::BackupVault', synthesizeData({ backup: true }));
    expect(kept.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(kept.Properties.BackupVaultName).toBe('bots-prod');
    expect(kept.Properties.EncryptionKeyArn).toBeUndefined();
    expect(kept.Properties.AccessPolicy.Statement).toEqual([
      expect.objectContaining({
        Effect: 'Deny',
        Action: ['backup:DeleteRecoveryPoint', 'backup:UpdateRecoveryPointLifecycle'],
      }),
    ]);
    const disposable = one('AWS::Backup::BackupVault', complete);
    expect(disposable.DeletionPolicy).toBe('Delete');
    expect(disposable.Properties).toMatchObject({
      // Another vault, because the key of one cannot be changed.
      BackupVaultName: 'bots-qa-encrypted',
      EncryptionKeyArn: { 'Fn::GetAtt': ['DataKey5F086070', 'Arn'] },
    });
  });

  it('are made by a role that can back up these resources, and neither restore nor delete', () => {
    const getRole = (source: Pick<Assembly, 'dataTemplate'>) =>
      all('AWS::IAM::Role', source).find(
        ([, { Properties }]) =>
          Properties.AssumeRolePolicyDocument.Statement[0].Principal.Service === 'backup.amazonaws.com',
      )?.[1].Properties;
    const role = getRole(complete);
    expect(role.ManagedPolicyArns).toBeUndefined();
    const granted = role.Policies[0].PolicyDocument.Statement as Statement[];
    const unlimited = granted.filter(({ Resource, Condition }) => Resource === '*' && !Condition);
    expect(unlimited.flatMap(({ Action }) => Action).toSorted()).toEqual([
      'cloudwatch:GetMetricData',
      'events:ListRules',
      's3:ListAllMyBuckets',
      'tag:GetResources',
    ]);
    expect(granted.find(({ Sid }) => Sid === 'CopyBackups')?.Condition).toEqual({
      'ForAllValues:ArnEquals': { 'backup:CopyTargets': [EVERY_OPTION['bots:backupCopyVaultArn']] },
    });
    expect(JSON.stringify(granted)).not.toMatch(
      /Restore|s3:(?:Put|Delete)Object|"s3:\*|dynamodb:(?:Put|Delete|Update)/,
    );

    const plain = getRole(synthesizeData({ backup: true }));
    const sids = plain.Policies[0].PolicyDocument.Statement.map(({ Sid }: Statement) => Sid);
    expect(sids).toEqual(['Table', 'TagBackups', 'FindByTag']);
  });
});

describe('what the service stack has to know', () => {
  it('is in parameters and in the table name, not in exports, which would lock the stacks together', () => {
    for (const { dataTemplate, template } of [assembly, complete]) {
      expect(JSON.stringify([dataTemplate.Outputs, template])).not.toMatch(/"Export"|Fn::ImportValue/);
    }
    const names = (source: Assembly) =>
      getResources(source.dataTemplate, 'AWS::SSM::Parameter').map(([, { Properties }]) => Properties.Name);
    expect(names(assembly)).toEqual(['/bots/prod/table-stream-arn', '/bots/prod/settings']);
    expect(names(complete).toSorted()).toEqual(
      ['files-bucket-name', 'files-domain-name', 'settings', 'table-key-arn', 'table-stream-arn'].map(
        (name) => `/bots/qa/${name}`,
      ),
    );
    const read = Object.values(complete.template.Parameters)
      .filter(({ Type }) => Type === 'AWS::SSM::Parameter::Value<String>')
      .map(({ Default }) => Default)
      .filter((name) => name.startsWith('/bots/'));
    expect(names(complete)).toEqual(expect.arrayContaining(read));
  });

  it('is there before the service stack, which is deployed after it', () => {
    const { artifacts } = JSON.parse(readFileSync(join(assembly.folder, 'manifest.json'), 'utf8'));
    expect(artifacts['bots-prod'].dependencies).toContain('bots-prod-data');
    expect(artifacts['bots-prod-data'].properties.terminationProtection).toBe(true);
  });
});
