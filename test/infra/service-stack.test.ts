import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';
import type { TableAccess } from '#lib/http/contract.ts';
import { GATEWAY_RESPONSES } from '#lib/http/gateway-responses.ts';
import { METRICS } from '#lib/observability/metrics.ts';
import { LIST_PARTITIONS } from '#lib/store/keys.ts';
import { createTableInput } from '#lib/store/table.ts';
import { type Assembly, getResources, referenceIn, synthesize } from '#test/support/deployed/template.ts';

let assembly: Assembly;
let domains: Assembly;

beforeAll(() => {
  assembly = synthesize({}, { bundles: false });
  domains = synthesize(
    {
      'bots:stage': 'qa',
      'bots:managementDomainName': 'api.example.com',
      'bots:chatDomainName': 'chat.example.com',
      'bots:hostedZoneId': 'Z0123456789',
      'bots:hostedZoneName': 'example.com',
      'bots:managementCorsOrigins': 'https://app.example.com',
      'bots:chatFirewall': 'true',
      'bots:files': 'true',
      'bots:smtpHost': 'smtp.example.com',
      'bots:smtpPort': '465',
      'bots:mailsPerWorkspaceAndDay': '50',
      'bots:smtpFrom': 'Bots <bots@example.com>',
      'bots:smtpSecretName': 'mail/login',
      'bots:httpPrivateHosts': 'crm.internal',
      'bots:alarmEmail': 'ops@example.com',
      'bots:chatReservedConcurrency': '25',
      'bots:tableRemoval': 'destroy',
      'bots:encryption': 'customer-managed',
      'bots:logRetentionDays': '90',
      'bots:dataRetentionDays': '365',
    },
    { bundles: false },
  );
}, 120_000);

const all = (type: string, of = assembly) => getResources(of.template, type);
const one = (type: string, of = assembly) => {
  const found = all(type, of);
  expect([type, found.length]).toEqual([type, 1]);
  const [first] = found;
  if (!first) throw new Error(`There is no ${type}`);
  return first[1];
};

describe('the table', () => {
  it('is the one that the local database is made of', () => {
    const { Properties } = one('AWS::DynamoDB::Table');
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
    expect(Properties.BillingMode).toBe('PAY_PER_REQUEST');
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAt', Enabled: true });
  });

  it('is kept, protected and recoverable unless told otherwise', () => {
    const kept = one('AWS::DynamoDB::Table');
    expect(kept.DeletionPolicy).toBe('Retain');
    expect(kept.Properties).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    const disposable = one('AWS::DynamoDB::Table', domains);
    expect(disposable.DeletionPolicy).toBe('Delete');
    expect(disposable.Properties.DeletionProtectionEnabled).not.toBe(true);
  });

  it('is encrypted with a key of the account where the operator wants that', () => {
    expect(all('AWS::KMS::Key')).toHaveLength(0);
    expect(one('AWS::KMS::Key', domains).Properties.EnableKeyRotation).toBe(true);
    expect(one('AWS::DynamoDB::Table', domains).Properties.SSESpecification).toMatchObject({
      SSEEnabled: true,
      SSEType: 'KMS',
    });
  });
});

describe('the functions', () => {
  it('are one for each endpoint, and the authorizer', () => {
    const names = all('AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName);
    expect(names.toSorted()).toEqual(
      [...endpoints.map(({ id }) => `bots-prod-${id}`), 'bots-prod-authorizer'].toSorted(),
    );
  });

  it('have what their contracts ask for', () => {
    for (const { id, memoryMb, timeoutSeconds } of endpoints) {
      const found = all('AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `bots-prod-${id}`,
      );
      expect(found?.[1].Properties).toMatchObject({
        MemorySize: memoryMb,
        Timeout: timeoutSeconds,
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
        Environment: {
          Variables: { TABLE_NAME: expect.anything(), DATA_RETENTION_DAYS: '0', STAGE: 'prod' },
        },
      });
    }
  });

  it('log into their own groups, which expire', () => {
    for (const [, { Properties }] of all('AWS::Lambda::Function')) {
      const group = assembly.template.Resources[referenceIn(Properties.LoggingConfig.LogGroup) ?? ''];
      expect(group?.Properties.RetentionInDays).toBe(30);
    }
    for (const [, { Properties }] of all('AWS::Logs::LogGroup', domains)) {
      expect(Properties.RetentionInDays).toBe(90);
    }
  });

  it('of the public address have their own share of concurrency where the operator wants that', () => {
    for (const [, { Properties }] of all('AWS::Lambda::Function', domains)) {
      const isPublic = endpoints.some(
        ({ id, api }) => api === 'chat' && Properties.FunctionName === `bots-qa-${id}`,
      );
      expect([Properties.FunctionName, Properties.ReservedConcurrentExecutions]).toEqual([
        Properties.FunctionName,
        isPublic ? 25 : undefined,
      ]);
    }
  });

  it('have roles of their own, without managed policies and without wildcards but for tracing', () => {
    const roles = all('AWS::Lambda::Function').map(([, { Properties }]) => referenceIn(Properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
    for (const roleId of roles) {
      expect(assembly.template.Resources[roleId ?? '']?.Properties.ManagedPolicyArns).toBeUndefined();
    }
    for (const [, { Properties }] of all('AWS::IAM::Policy')) {
      for (const { Action, Resource } of Properties.PolicyDocument.Statement) {
        expect(JSON.stringify(Action)).not.toContain('*');
        if (Resource === '*')
          expect([Action].flat().every((action: string) => action.startsWith('xray:'))).toBe(true);
      }
    }
  });

  it('may read, write and list what their contract says, and nothing else', () => {
    for (const { id, table } of endpoints) {
      const { reads, writes = [], lists = [] }: TableAccess = table;
      const found = all('AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `bots-prod-${id}`,
      );
      const roleId = referenceIn(found?.[1].Properties.Role);
      const granted = all('AWS::IAM::Policy')
        .filter(([, { Properties }]) =>
          Properties.Roles.some((role: unknown) => referenceIn(role) === roleId),
        )
        .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
        .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('dynamodb:')))
        .map(({ Action, Condition }) => [
          [Action].flat().toSorted(),
          [Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys']].flat(),
        ]);
      const read = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
      const write = [
        'dynamodb:BatchWriteItem',
        'dynamodb:DeleteItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ];
      const expected = [
        [read, reads.map((kind) => `${kind}#*`)],
        [write, writes.map((kind) => `${kind}#*`)],
        [['dynamodb:Query'], lists.map((list) => LIST_PARTITIONS[list])],
      ].filter(([, keys]) => keys?.length !== 0);
      expect([id, granted]).toEqual([id, expected]);
    }
  });
});

describe('functions that run bots', () => {
  const getProperties = (id: string, of: Assembly, stage: string) =>
    all('AWS::Lambda::Function', of).find(
      ([, { Properties }]) => Properties.FunctionName === `bots-${stage}-${id}`,
    )?.[1].Properties;
  const getStatements = (id: string, of: Assembly, stage: string) => {
    const roleId = referenceIn(getProperties(id, of, stage)?.Role);
    return all('AWS::IAM::Policy', of)
      .filter(([, { Properties }]) => Properties.Roles.some((role: unknown) => referenceIn(role) === roleId))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
  };
  const getActions = (id: string, service: string, of: Assembly, stage: string): string[] =>
    getStatements(id, of, stage)
      .flatMap(({ Action }) => [Action].flat())
      .filter((action: string) => action.startsWith(`${service}:`));

  it('alone may read secrets, and those of their stage only', () => {
    for (const { id, runsBots = false } of endpoints) {
      expect([id, getActions(id, 'secretsmanager', assembly, 'prod')]).toEqual([
        id,
        runsBots ? ['secretsmanager:GetSecretValue'] : [],
      ]);
      expect(getProperties(id, assembly, 'prod').Environment.Variables.CREDENTIALS_SECRET_PREFIX).toBe(
        runsBots ? 'bots-prod' : undefined,
      );
    }
    const secrets = (of: Assembly, stage: string) =>
      getStatements('start-chat', of, stage)
        .filter(({ Sid }) => Sid === 'Secrets')
        .flatMap(({ Resource }) => [Resource].flat())
        .map((resource) => resource['Fn::Join'][1].at(-1));
    expect(secrets(assembly, 'prod')).toEqual([':secret:bots-prod/*']);
    expect(secrets(domains, 'qa')).toEqual([':secret:bots-qa/*', ':secret:mail/login-??????']);
  });

  it('send mail by the server that the operator names; the template holds no password', () => {
    const mail = { SMTP_HOST: 'smtp.example.com', SMTP_PORT: '465', SMTP_FROM: 'Bots <bots@example.com>' };
    for (const { id, runsBots = false } of endpoints) {
      const { Variables } = getProperties(id, domains, 'qa').Environment;
      const expected = runsBots
        ? { ...mail, SMTP_SECRET_ID: 'mail/login', HTTP_PRIVATE_HOSTS: 'crm.internal' }
        : {};
      const found = Object.fromEntries(
        Object.entries(Variables).filter(([name]) => /^(SMTP|HTTP)_/.test(name)),
      );
      expect([id, found]).toEqual([id, expected]);
    }
    expect(JSON.stringify(domains.template)).not.toContain('SMTP_PASSWORD');
    for (const { Environment } of all('AWS::Lambda::Function').map(([, { Properties }]) => Properties)) {
      expect(Object.keys(Environment.Variables).filter((name) => /^(SMTP|HTTP|FILES)_/.test(name))).toEqual(
        [],
      );
    }
  });

  it('know what a workspace may use in a day', () => {
    for (const { id, runsBots = false, takesFiles = false } of endpoints) {
      const { Variables } = getProperties(id, domains, 'qa').Environment;
      const expected = {
        ...(runsBots && { MAILS_PER_WORKSPACE_AND_DAY: '50', REQUESTS_PER_WORKSPACE_AND_DAY: '0' }),
        ...(takesFiles && { UPLOAD_MB_PER_WORKSPACE_AND_DAY: '5000' }),
      };
      const found = Object.fromEntries(
        Object.entries(Variables).filter(([name]) => name.endsWith('_PER_WORKSPACE_AND_DAY')),
      );
      expect([id, found]).toEqual([id, expected]);
    }
  });

  it('have no bucket unless the operator wants one', () => {
    expect(all('AWS::S3::Bucket')).toHaveLength(0);
    expect(all('AWS::CloudFront::Distribution')).toHaveLength(0);
    for (const { id } of endpoints) expect(getActions(id, 's3', assembly, 'prod')).toEqual([]);
  });

  it('put files into a bucket that is open to nobody, and cannot read it', () => {
    expect(one('AWS::S3::Bucket', domains).Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: { Rules: [expect.objectContaining({ ExpirationInDays: 365 })] },
    });
    const getPrefixes = (id: string) =>
      getStatements(id, domains, 'qa')
        .filter(({ Sid }) => Sid === 'Files')
        .flatMap(({ Resource }) => [Resource].flat())
        .map((resource) => resource['Fn::Join'][1].at(-1));
    for (const { id, runsBots = false, takesFiles = false } of endpoints) {
      const isPutting = runsBots || takesFiles;
      expect([id, getActions(id, 's3', domains, 'qa')]).toEqual([id, isPutting ? ['s3:PutObject'] : []]);
      const expected = runsBots ? ['/generated/*'] : takesFiles ? ['/private/*', '/uploads/*'] : [];
      expect([id, getPrefixes(id)]).toEqual([id, expected]);
    }
  });

  it('show files by CloudFront, the public ones only', () => {
    one('AWS::CloudFront::Distribution', domains);
    const { Statement } = one('AWS::S3::BucketPolicy', domains).Properties.PolicyDocument;
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
    expect(JSON.stringify(hidden.NotResource)).not.toContain('private');
    expect(hidden.NotResource).toHaveLength(2);
  });
});

describe('the addresses', () => {
  it('have the routes of the contracts and no other', () => {
    const toPath = (id: string): string => {
      const properties = assembly.template.Resources[id]?.Properties;
      const parent = properties.ParentId.Ref;
      return `${parent === undefined ? '' : toPath(parent)}/${properties.PathPart}`;
    };
    const routes = all('AWS::ApiGateway::Method').map(([, { Properties }]) => {
      const api = assembly.template.Resources[Properties.RestApiId.Ref]?.Properties.Name.replace(
        'bots-prod-',
        '',
      );
      return `${api} ${Properties.HttpMethod} ${toPath(Properties.ResourceId.Ref)}`;
    });
    const preflights = [
      ...new Set(endpoints.filter(({ api }) => api === 'chat').map(({ path }) => `chat OPTIONS ${path}`)),
    ];
    expect(routes.toSorted()).toEqual(
      [...endpoints.map(({ api, method, path }) => `${api} ${method} ${path}`), ...preflights].toSorted(),
    );
  });

  it('ask for a token where the contracts do', () => {
    for (const [, { Properties }] of all('AWS::ApiGateway::Method')) {
      const endpoint = endpoints.find(({ id }) => id === Properties.OperationName);
      const expected = endpoint?.auth === 'bearer' ? 'CUSTOM' : 'NONE';
      expect([Properties.OperationName, Properties.AuthorizationType]).toEqual([
        Properties.OperationName,
        expected,
      ]);
      expect(Properties.AuthorizerId === undefined).toBe(expected === 'NONE');
    }
  });

  it('ask a token authorizer that spares malformed headers and remembers for a minute', () => {
    const authorizers = all('AWS::ApiGateway::Authorizer');
    // Each belongs to one address. Both call the same function.
    const apis = all('AWS::ApiGateway::RestApi').map(([id]) => id);
    expect(authorizers.map(([, { Properties }]) => Properties.RestApiId.Ref).toSorted()).toEqual(
      apis.toSorted(),
    );
    const functions = authorizers.map(([, { Properties }]) => referenceIn(Properties.AuthorizerUri));
    expect(new Set(functions).size).toBe(1);
    for (const [, { Properties }] of authorizers) {
      expect(Properties).toMatchObject({
        Type: 'TOKEN',
        IdentitySource: 'method.request.header.Authorization',
        AuthorizerResultTtlInSeconds: 60,
        IdentityValidationExpression: expect.stringContaining('[Bb][Ee]'),
      });
    }
  });

  it('ask the authorizer of their own address, which may call its function', () => {
    const findApi = (authorizerId: string) =>
      assembly.template.Resources[authorizerId]?.Properties.RestApiId.Ref;
    const asking = all('AWS::ApiGateway::Method').filter(([, { Properties }]) => Properties.AuthorizerId);
    for (const [, { Properties }] of asking) {
      expect(findApi(Properties.AuthorizerId.Ref)).toBe(Properties.RestApiId.Ref);
    }
    const permitted = all('AWS::Lambda::Permission').filter(([, { Properties }]) =>
      JSON.stringify(Properties.SourceArn).includes('/authorizers/'),
    );
    for (const [id] of all('AWS::ApiGateway::Authorizer')) {
      const sources = permitted.map(([, { Properties }]) => JSON.stringify(Properties.SourceArn));
      expect([id, sources.some((source) => source.includes(`"${id}"`))]).toEqual([id, true]);
    }
  });

  it('are at the stage "api", compressed, logged, traced and throttled, the public one tighter', () => {
    for (const [, { Properties }] of all('AWS::ApiGateway::RestApi')) {
      expect(Properties.MinimumCompressionSize).toBe(1_024);
    }
    const rates = all('AWS::ApiGateway::Stage').map(([, { Properties }]) => {
      expect(Properties).toMatchObject({
        StageName: 'api',
        TracingEnabled: true,
        AccessLogSetting: { DestinationArn: expect.anything(), Format: expect.stringContaining('requestId') },
      });
      expect(Properties.AccessLogSetting.Format).not.toMatch(/header|querystring/i);
      for (const setting of Properties.MethodSettings) expect(setting.DataTraceEnabled ?? false).toBe(false);
      const routes = Properties.MethodSettings.filter(
        (setting: { ResourcePath: string }) => setting.ResourcePath !== '/*',
      );
      expect(routes.length).toBeGreaterThan(0);
      for (const setting of Properties.MethodSettings) expect(setting.LoggingLevel).toBe('ERROR');
      return routes[0].ThrottlingRateLimit;
    });
    expect(rates).toHaveLength(2);
    expect(Math.min(...rates)).toBeLessThan(Math.max(...rates));
  });

  it('use the one envelope when API Gateway responds by itself', () => {
    const responses = all('AWS::ApiGateway::GatewayResponse');
    expect(responses).toHaveLength(2 * Object.keys(GATEWAY_RESPONSES).length);
    for (const [, { Properties }] of responses) {
      const expected = GATEWAY_RESPONSES[Properties.ResponseType as keyof typeof GATEWAY_RESPONSES];
      const body = JSON.parse(Properties.ResponseTemplates['application/json']);
      expect(body).toMatchObject({
        message: expected.message,
        code: expected.code,
        requestId: '$context.requestId',
      });
      const api = assembly.template.Resources[Properties.RestApiId.Ref]?.Properties.Name;
      expect(Properties.ResponseParameters?.['gatewayresponse.header.access-control-allow-origin']).toBe(
        api.endsWith('-chat') ? "'*'" : undefined,
      );
    }
  });

  it('let browsers call the management API only from the origins that the operator named', () => {
    const preflights = (of: Assembly) =>
      all('AWS::ApiGateway::Method', of).filter(
        ([, { Properties }]) =>
          Properties.HttpMethod === 'OPTIONS' &&
          of.template.Resources[Properties.RestApiId.Ref]?.Properties.Name.endsWith('-management'),
      );
    expect(preflights(assembly)).toHaveLength(0);
    expect(preflights(domains).length).toBeGreaterThan(0);
    expect(JSON.stringify(preflights(domains))).toContain('https://app.example.com');
  });

  it('have names of their own where the operator gave some, and then no other', () => {
    expect(all('AWS::ApiGateway::DomainName')).toHaveLength(0);
    const names = all('AWS::ApiGateway::DomainName', domains).map(
      ([, { Properties }]) => Properties.DomainName,
    );
    expect(names.toSorted()).toEqual(['api.example.com', 'chat.example.com']);
    expect(all('AWS::Route53::RecordSet', domains)).toHaveLength(2);
    expect(all('AWS::CertificateManager::Certificate', domains)).toHaveLength(2);
    for (const [, { Properties }] of all('AWS::ApiGateway::RestApi', domains)) {
      expect(Properties.DisableExecuteApiEndpoint).toBe(true);
    }
    expect(domains.template.Outputs.ManagementUrl?.Value).toBe('https://api.example.com');
    expect(domains.template.Outputs.ChatUrl?.Value).toBe('https://chat.example.com');
  });

  it('are told in the outputs, with the table', () => {
    expect(assembly.template.Outputs).toMatchObject({
      ManagementUrl: expect.anything(),
      ChatUrl: expect.anything(),
      TableName: expect.anything(),
    });
  });
});

describe('what watches over it', () => {
  it('is a dashboard, and alarms only if there is somebody to notify', () => {
    one('AWS::CloudWatch::Dashboard');
    expect(all('AWS::CloudWatch::Alarm')).toHaveLength(0);
    expect(all('AWS::SNS::Topic')).toHaveLength(0);
    const names = all('AWS::CloudWatch::Alarm', domains).map(([, { Properties }]) => Properties.AlarmName);
    for (const { id } of endpoints) {
      expect(names).toContain(`bots-qa-${id}-latency`);
      expect(names).toContain(`bots-qa-${id}-throttles`);
    }
    for (const name of [
      'Management-5xx',
      'Chat-5xx',
      'authorizer-failures',
      'table-throttles',
      'log-flood',
    ]) {
      expect(names).toContain(`bots-qa-${name}`);
    }
    for (const [, { Properties }] of all('AWS::CloudWatch::Alarm', domains)) {
      expect(Properties.TreatMissingData).toBe('notBreaching');
      expect(Properties.AlarmActions).toHaveLength(1);
    }
  });

  it('is a dashboard of at most 50 metrics, because then it is free', () => {
    const body = JSON.stringify(one('AWS::CloudWatch::Dashboard').Properties.DashboardBody);
    const metrics = body.match(/AWS\/(Lambda|ApiGateway|DynamoDB)/g) ?? [];
    expect(metrics.length + Object.keys(METRICS).length).toBeLessThanOrEqual(50);
  });

  it('lets turns take longer than other calls, because they may wait for others', () => {
    for (const { id, runsBots = false } of endpoints) {
      const alarm = all('AWS::CloudWatch::Alarm', domains).find(
        ([, { Properties }]) => Properties.AlarmName === `bots-qa-${id}-latency`,
      );
      expect([id, alarm?.[1].Properties.Threshold]).toEqual([id, runsBots ? 15_000 : 3_000]);
    }
  });

  it('may send the mail: CloudWatch is allowed to publish to the topic', () => {
    const { Statement } = one('AWS::SNS::TopicPolicy', domains).Properties.PolicyDocument;
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
      }),
    );
  });

  it('counts throttles that exist: per table there are only those of reads and of writes', () => {
    const found = all('AWS::CloudWatch::Alarm', domains).find(
      ([, { Properties }]) => Properties.AlarmName === 'bots-qa-table-throttles',
    );
    const metrics = found?.[1].Properties.Metrics.flatMap(
      (metric: { MetricStat?: { Metric: { MetricName: string } } }) =>
        metric.MetricStat?.Metric.MetricName ?? [],
    );
    expect(metrics.toSorted()).toEqual(['ReadThrottleEvents', 'WriteThrottleEvents']);
  });

  it('is a firewall before the chat address, and only there, where the operator wants one', () => {
    expect(all('AWS::WAFv2::WebACL')).toHaveLength(0);
    const rules = one('AWS::WAFv2::WebACL', domains).Properties.Rules.map(
      (rule: { Name: string }) => rule.Name,
    );
    expect(rules).toEqual(['rate-limit', 'start-limit', 'common-rules']);
    const stage = referenceIn(one('AWS::WAFv2::WebACLAssociation', domains).Properties.ResourceArn);
    expect(stage).toContain('Chat');
  });
});
