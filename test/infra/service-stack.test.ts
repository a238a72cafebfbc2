import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import type { TableAccess } from '#lib/platform/http/contract.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';
import { METRICS } from '#lib/platform/observability/metrics.ts';
import { LIST_PARTITIONS } from '#lib/platform/store/keys.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { getStatements, RolePolicy } from '#test/support/deployed/role-policy.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources, referenceIn } from '#test/support/deployed/template.ts';
import { parseConfig } from '../../infra/config.ts';

let assembly: Assembly;
let complete: Assembly;

beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
}, 120_000);

const all = (type: string, of = assembly) => getResources(of.template, type);
/** Without the function of CDK that copies the files of the sites. */
const ownFunctions = (of: Assembly) =>
  all('AWS::Lambda::Function', of).filter(([, { Properties }]) => Properties.Runtime.startsWith('nodejs'));
const one = (type: string, of = assembly) => {
  const found = all(type, of);
  expect([type, found.length]).toEqual([type, 1]);
  const [first] = found;
  if (!first) throw new Error(`There is no ${type}`);
  return first[1];
};

describe('the functions', () => {
  it('are one per endpoint, plus the authorizer, the one that runs jobs and the writer of audit entries', () => {
    const names = all('AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName);
    expect(names.toSorted()).toEqual(
      [
        ...endpoints.map(({ id }) => `bots-prod-${id}`),
        'bots-prod-authorizer',
        'bots-prod-run-job',
        'bots-prod-write-audit-entries',
      ].toSorted(),
    );
  });

  it('have the settings in their contracts', () => {
    for (const { id, memoryMb, timeoutSeconds } of endpoints) {
      const found = all('AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `bots-prod-${id}`,
      );
      expect(found?.[1].Properties).toMatchObject({
        MemorySize: memoryMb,
        Timeout: timeoutSeconds,
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        // Lambda's reports, with memory and cold starts, have the level INFO.
        LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'INFO' },
        Environment: {
          Variables: { TABLE_NAME: expect.anything(), DATA_RETENTION_DAYS: '0', STAGE: 'prod' },
        },
      });
    }
  });

  it('are traced only where the operator wants that, because a trace costs more than a call', () => {
    const modes = (of: Assembly) =>
      new Set(ownFunctions(of).map(([, { Properties }]) => Properties.TracingConfig?.Mode));
    expect([...modes(assembly)]).toEqual([undefined]);
    expect([...modes(complete)]).toEqual(['Active']);
    const variables = (of: Assembly) =>
      ownFunctions(of).map(([, { Properties }]) => Properties.Environment?.Variables?.TRACING);
    expect(new Set(variables(assembly))).toEqual(new Set([undefined]));
    expect(new Set(variables(complete))).toEqual(new Set(['true']));
    expect(JSON.stringify(assembly.template)).not.toContain('xray:');
  });

  it('send their spans to a receiver where the operator names one, whose headers are not in the template', () => {
    const getSettings = (of: Assembly) =>
      ownFunctions(of).map(([, { Properties }]) => [
        Object.entries(Properties.Environment?.Variables ?? {}).filter(([name]) => name.startsWith('OTEL_')),
        Properties.Layers,
      ]);
    for (const settings of getSettings(assembly)) expect(settings).toEqual([[], undefined]);
    for (const settings of getSettings(complete)) {
      expect(settings).toEqual([
        [
          ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://otlp.example.com'],
          ['OTEL_EXPORTER_OTLP_HEADERS', '{{resolve:secretsmanager:traces/headers:SecretString:::}}'],
        ],
        ['arn:aws:lambda:us-east-1:123456789012:layer:collector-arm64:7'],
      ]);
    }
  });

  it('log to their own groups, which expire', () => {
    for (const [, { Properties }] of all('AWS::Lambda::Function')) {
      const group = assembly.template.Resources[referenceIn(Properties.LoggingConfig.LogGroup) ?? ''];
      expect(group?.Properties.RetentionInDays).toBe(30);
    }
    for (const [, { Properties }] of all('AWS::Logs::LogGroup', complete)) {
      expect(Properties.RetentionInDays).toBe(90);
    }
  });

  it('have concurrent calls to themselves where the operator wants that', () => {
    const getReserved = (of: Assembly) =>
      all('AWS::Lambda::Function', of)
        .map(([, { Properties }]) => [Properties.FunctionName, Properties.ReservedConcurrentExecutions])
        .filter(([, reserved]) => reserved !== undefined);
    expect(getReserved(assembly)).toEqual([]);
    expect(Object.fromEntries(getReserved(complete))).toEqual({
      'bots-qa-continue-chat': 400,
      'bots-qa-start-chat': 100,
      'bots-qa-authorizer': 50,
    });
  });

  it('are all known to the setting that reserves concurrent calls', () => {
    const names = ownFunctions(assembly).map(([, { Properties }]) => Properties.FunctionName);
    const reservedConcurrency = names.map((name) => `${name.replace('bots-prod-', '')}=1`);
    expect(Object.keys(parseConfig({ reservedConcurrency }).reservedConcurrency)).toHaveLength(names.length);
  });

  it('log at the level that the operator wants, which Lambda lets through', () => {
    const getLevels = (of: Assembly) =>
      new Set(
        ownFunctions(of).map(([, { Properties }]) =>
          [
            Properties.Environment.Variables.LOG_LEVEL,
            Properties.LoggingConfig.ApplicationLogLevel ?? 'default',
          ].join(' '),
        ),
      );
    expect([...getLevels(assembly)]).toEqual(['INFO default']);
    expect([...getLevels(complete)]).toEqual(['DEBUG DEBUG']);
  });

  it('have their own roles, without managed policies, and without wildcards except for tracing', () => {
    const roles = all('AWS::Lambda::Function').map(([, { Properties }]) => referenceIn(Properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
    for (const roleId of roles) {
      expect(assembly.template.Resources[roleId ?? '']?.Properties.ManagedPolicyArns).toBeUndefined();
    }
    expect(all('AWS::IAM::Policy')).toEqual([]);
    for (const roleId of roles) {
      for (const { Action, Resource } of getStatements(assembly.template, roleId ?? '')) {
        expect(JSON.stringify(Action)).not.toContain('*');
        if (Resource === '*')
          expect([Action].flat().every((action: string) => action.startsWith('xray:'))).toBe(true);
      }
    }
  });

  it('may read, write, append, check and list what their contracts grant, and nothing else', () => {
    for (const { id, table, checksTokens = false } of endpoints) {
      const { reads, writes = [], appends = [], checks = [], lists = [] }: TableAccess = table;
      const found = all('AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `bots-prod-${id}`,
      );
      const roleId = referenceIn(found?.[1].Properties.Role);
      const granted = getStatements(assembly.template, roleId ?? '')
        .filter(({ Action }) => [Action].flat().some((action) => action.startsWith('dynamodb:')))
        .map(({ Action, Condition }) => [
          [Action].flat().toSorted(),
          [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']].flat(),
        ]);
      const read = [
        'dynamodb:BatchGetItem',
        'dynamodb:ConditionCheckItem',
        'dynamodb:GetItem',
        'dynamodb:Query',
      ];
      const write = [
        'dynamodb:BatchWriteItem',
        'dynamodb:DeleteItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ];
      const expected = [
        [read, reads.map((kind) => `${kind}#*`)],
        [write, writes.map((kind) => `${kind}#*`)],
        [['dynamodb:PutItem'], appends.map((kind) => `${kind}#*`)],
        [['dynamodb:ConditionCheckItem'], checks.map((kind) => `${kind}#*`)],
        [['dynamodb:Query'], lists.map((list) => LIST_PARTITIONS[list])],
        // As the authorizer: read a token, and set its day of last use.
        [['dynamodb:GetItem'], checksTokens ? ['TOKEN#*'] : []],
        [['dynamodb:UpdateItem'], checksTokens ? ['TOKEN#*'] : []],
      ].filter(([, keys]) => keys?.length !== 0);
      expect([id, granted]).toEqual([id, expected]);
    }
  });

  it('cannot read tokens if anybody may call them', () => {
    const open = endpoints.filter(({ auth }) => auth === 'none');
    expect(open.map(({ id }) => id)).toContain('accept-invitation');
    for (const { id, table } of open) expect([id, table.reads.includes('TOKEN')]).toEqual([id, false]);
  });

  it('read the stream only to write audit entries, and keep no image of an item that failed', () => {
    const readers = all('AWS::IAM::Role').filter(([, role]) =>
      JSON.stringify(role).includes('dynamodb:GetRecords'),
    );
    expect(readers.map(([id]) => id)).toEqual([expect.stringMatching(/^AuditWriter/)]);
    const { FilterCriteria, DestinationConfig } = one('AWS::Lambda::EventSourceMapping').Properties;
    // Deletions and expiries have no new image, so they match nothing.
    expect(FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      { dynamodb: { NewImage: { change: { M: { id: { S: [{ exists: true }] } } } } } },
    ]);
    // A queue gets positions, a bucket would get items.
    expect(all('AWS::SQS::Queue').map(([id]) => id)).toContain(
      DestinationConfig.OnFailure.Destination['Fn::GetAtt'][0],
    );
  });

  it('may neither change nor delete audit entries, except for the one that erases workspaces', () => {
    const actions = ['DeleteItem', 'UpdateItem', 'BatchWriteItem'];
    const able = all('AWS::Lambda::Function').filter(([, { Properties }]) => {
      const policy = new RolePolicy(assembly.template, referenceIn(Properties.Role) ?? '');
      return actions.some((action) =>
        policy.allows({ action: `dynamodb:${action}`, leadingKeys: ['AUDIT#w1'], attributes: [] }),
      );
    });
    expect(able.map(([, { Properties }]) => Properties.FunctionName)).toEqual(['bots-prod-run-job']);
  });
});

describe("the account's role for the logs of API Gateway", () => {
  it('is set, and stays when the stack is deleted', () => {
    const account = one('AWS::ApiGateway::Account');
    expect([account.DeletionPolicy, referenceIn(account.Properties.CloudWatchRoleArn)]).toEqual([
      'Retain',
      expect.stringContaining('GatewayAccount'),
    ]);
  });

  it('is left to others where the operator says so', () => {
    expect(all('AWS::ApiGateway::Account', complete)).toEqual([]);
    expect(JSON.stringify(complete.template)).not.toContain('AmazonAPIGatewayPushToCloudWatchLogs');
  });
});

describe('functions that run bots', () => {
  const getProperties = (id: string, of: Assembly, stage: string) =>
    all('AWS::Lambda::Function', of).find(
      ([, { Properties }]) => Properties.FunctionName === `bots-${stage}-${id}`,
    )?.[1].Properties;
  const getFunctionStatements = (id: string, of: Assembly, stage: string) =>
    getStatements(of.template, referenceIn(getProperties(id, of, stage)?.Role) ?? '');
  const getActions = (id: string, service: string, of: Assembly, stage: string): string[] =>
    getFunctionStatements(id, of, stage)
      .flatMap(({ Action }) => [Action].flat())
      .filter((action: string) => action.startsWith(`${service}:`));

  it("are the only ones that may read secrets, and only their stage's", () => {
    const managing = {
      list: [],
      put: ['CreateSecret', 'TagResource', 'PutSecretValue', 'RestoreSecret'],
      delete: ['DeleteSecret', 'DescribeSecret'],
      test: ['GetSecretValue'],
    };
    for (const { id, runsBots = false, looksUpCredentials = false, managesCredentials } of endpoints) {
      expect([id, getActions(id, 'secretsmanager', assembly, 'prod')]).toEqual([
        id,
        [
          ...(looksUpCredentials ? ['secretsmanager:DescribeSecret'] : []),
          ...(runsBots ? ['secretsmanager:GetSecretValue'] : []),
          ...(managesCredentials ? managing[managesCredentials].map((name) => `secretsmanager:${name}`) : []),
        ],
      ]);
      expect(getProperties(id, assembly, 'prod').Environment.Variables.CREDENTIALS_SECRET_PREFIX).toBe(
        runsBots || looksUpCredentials || managesCredentials ? 'bots-prod' : undefined,
      );
    }
    const looking = endpoints.filter(({ looksUpCredentials }) => looksUpCredentials);
    expect(looking.map(({ id }) => id).toSorted()).toEqual(['check-bot', 'import-bot']);
    const secrets = (of: Assembly, stage: string, id = 'start-chat') =>
      getFunctionStatements(id, of, stage)
        .filter(({ Sid }) => Sid === 'Secrets' || Sid === 'SecretLookup')
        .flatMap(({ Resource }) => [Resource].flat())
        .map((resource) => JSON.stringify(resource).match(/:secret:[^"]*/)?.[0]);
    expect(secrets(assembly, 'prod')).toEqual([':secret:bots-prod/*']);
    expect(secrets(complete, 'qa', 'check-bot')).toEqual([':secret:bots-qa/*']);
    expect(secrets(complete, 'qa')).toEqual([':secret:bots-qa/*', ':secret:mail/login-??????']);
  });

  it('write and delete secrets only below the name of their stage, and with its tags', () => {
    const getGrants = (id: string) =>
      getFunctionStatements(id, complete, 'qa')
        .filter(({ Action }) => /secretsmanager:(?!Describe)/.test(JSON.stringify(Action)))
        .map(({ Action, Resource, Condition }) => ({
          actions: [Action].flat().map((action: string) => action.replace('secretsmanager:', '')),
          resource: JSON.stringify(Resource).match(/:secret:[^"]*/)?.[0],
          condition: Condition,
        }));
    const withTags = (key: string) => ({
      resource: ':secret:bots-qa/*',
      condition: { StringEquals: { [`${key}/service`]: 'bots', [`${key}/stage`]: 'qa' } },
    });
    const deletes = [{ actions: ['DeleteSecret'], ...withTags('aws:ResourceTag') }];
    expect(getGrants('put-credentials')).toEqual([
      { actions: ['CreateSecret', 'TagResource'], ...withTags('aws:RequestTag') },
      { actions: ['PutSecretValue', 'RestoreSecret'], ...withTags('aws:ResourceTag') },
      { actions: ['GetSecretValue'], resource: ':secret:google/client-secret-??????', condition: undefined },
    ]);
    expect(getGrants('delete-credentials')).toEqual(deletes);
    expect(getGrants('run-job')).toEqual(deletes);
    expect(getGrants('list-credentials')).toEqual([]);
  });

  it('know the OAuth client for Google only where codes are exchanged, which alone reads its secret', () => {
    for (const { id, managesCredentials } of endpoints) {
      const { Variables } = getProperties(id, complete, 'qa').Environment;
      const found = Object.fromEntries(
        Object.entries(Variables).filter(([name]) => name.startsWith('GOOGLE_')),
      );
      const expected = {
        GOOGLE_CLIENT_ID: '1234-abcd.apps.googleusercontent.com',
        GOOGLE_CLIENT_SECRET_ID: 'google/client-secret',
      };
      expect([id, found]).toEqual([id, managesCredentials === 'put' ? expected : {}]);
    }
    const readers = all('AWS::IAM::Role', complete).filter(([roleId]) =>
      JSON.stringify(getStatements(complete.template, roleId)).includes(':secret:google/'),
    );
    expect(readers.map(([, { Properties }]) => Properties.Description)).toEqual([
      'Runs bots-qa-put-credentials',
    ]);
    expect(JSON.stringify(assembly.template)).not.toContain('GOOGLE_');
  });

  it("are the only ones in the operator's network, and their code may not change it", () => {
    const interfaces = [
      'ec2:AssignPrivateIpAddresses',
      'ec2:CreateNetworkInterface',
      'ec2:DeleteNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:UnassignPrivateIpAddresses',
    ];
    const connected = ownFunctions(complete).filter(([, { Properties }]) => Properties.VpcConfig);
    expect(connected.map(([, { Properties }]) => Properties.FunctionName).toSorted()).toEqual(
      endpoints
        .filter(
          ({ runsBots, managesCredentials, asksIdentityProvider }) =>
            runsBots || ['test', 'put'].includes(managesCredentials ?? '') || asksIdentityProvider,
        )
        .map(({ id }) => `bots-qa-${id}`)
        .toSorted(),
    );
    for (const [, { Properties }] of connected) {
      expect(Properties.VpcConfig).toEqual({
        SubnetIds: ['subnet-0a1b2c3d4e5f60718', 'subnet-1a2b3c4d5e6f70819'],
        SecurityGroupIds: ['sg-0a1b2c3d4e5f60718'],
      });
      const [allow, deny, ...others] = getStatements(complete.template, referenceIn(Properties.Role) ?? '')
        .filter(({ Action }) => [Action].flat().some((action: string) => action.startsWith('ec2:')))
        .map(({ Sid: _, ...statement }) => statement);
      expect(others).toEqual([]);
      expect(allow).toEqual({ Effect: 'Allow', Action: interfaces, Resource: '*' });
      expect(deny).toMatchObject({
        Effect: 'Deny',
        Action: [...interfaces, 'ec2:DetachNetworkInterface'].toSorted(),
        Resource: '*',
      });
      expect(JSON.stringify(deny?.Condition)).toMatch(
        new RegExp(`^\\{"ArnEquals":\\{"lambda:SourceFunctionArn":.*:function:${Properties.FunctionName}"`),
      );
    }
    expect(JSON.stringify(assembly.template)).not.toMatch(/"ec2:|VpcConfig/);
    for (const [roleId] of all('AWS::IAM::Role', complete)) {
      const isConnected = connected.some(([, { Properties }]) => referenceIn(Properties.Role) === roleId);
      expect([roleId, JSON.stringify(getStatements(complete.template, roleId)).includes('ec2:')]).toEqual([
        roleId,
        isConnected,
      ]);
    }
  });

  it("send mail through the operator's server; the template contains no password", () => {
    const mail = { SMTP_HOST: 'smtp.example.com', SMTP_PORT: '465', SMTP_FROM: 'Bots <bots@example.com>' };
    for (const { id, runsBots = false, managesCredentials, asksIdentityProvider } of endpoints) {
      const { Variables } = getProperties(id, complete, 'qa').Environment;
      const sendsRequests = runsBots || managesCredentials === 'test' || asksIdentityProvider;
      const expected = {
        ...(runsBots && { ...mail, SMTP_SECRET_ID: 'mail/login' }),
        ...(sendsRequests && { HTTP_PRIVATE_HOSTS: 'crm.internal' }),
      };
      const found = Object.fromEntries(
        Object.entries(Variables).filter(([name]) => /^(SMTP|HTTP)_/.test(name)),
      );
      expect([id, found]).toEqual([id, expected]);
    }
    expect(JSON.stringify(complete.template)).not.toContain('SMTP_PASSWORD');
    for (const { Environment } of all('AWS::Lambda::Function').map(([, { Properties }]) => Properties)) {
      expect(Object.keys(Environment.Variables).filter((name) => /^(SMTP|HTTP|FILES)_/.test(name))).toEqual(
        [],
      );
    }
  });

  it('know the identity provider only where people sign in, if there is one', () => {
    for (const { id, asksIdentityProvider } of endpoints) {
      const { Variables } = getProperties(id, complete, 'qa').Environment;
      const found = Object.fromEntries(
        Object.entries(Variables).filter(([name]) => name.startsWith('OIDC_')),
      );
      const expected = {
        OIDC_ISSUER: 'https://login.example.com/tenant',
        OIDC_CLIENT_ID: 'bots-console',
        OIDC_WORKSPACE_ID: 'w2mfz7c0q9b4x1k8s5hv6ejd',
        OIDC_ROLE_CLAIM: 'groups',
        OIDC_ROLES: 'bot-admins=admin,support=editor',
      };
      expect([id, found]).toEqual([id, asksIdentityProvider ? expected : {}]);
    }
    expect(JSON.stringify(assembly.template)).not.toContain('OIDC_');
  });

  it("get a workspace's daily limits", () => {
    for (const { id, runsBots = false, takesFiles, managesCredentials } of endpoints) {
      const { Variables } = getProperties(id, complete, 'qa').Environment;
      const expected = {
        ...(runsBots && { CHATS_PER_WORKSPACE_AND_DAY: '10000', MAILS_PER_WORKSPACE_AND_DAY: '50' }),
        ...((runsBots || ['test', 'put'].includes(managesCredentials ?? '')) && {
          REQUESTS_PER_WORKSPACE_AND_DAY: '0',
        }),
        ...(takesFiles && { UPLOAD_MB_PER_WORKSPACE_AND_DAY: '5000' }),
      };
      const found = Object.fromEntries(
        Object.entries(Variables).filter(([name]) => name.endsWith('_PER_WORKSPACE_AND_DAY')),
      );
      expect([id, found]).toEqual([id, expected]);
    }
  });

  it('may put files into the bucket where there is one, and can only read exports', () => {
    for (const { id } of endpoints) expect(getActions(id, 's3', assembly, 'prod')).toEqual([]);
    const getPrefixes = (id: string) =>
      getFunctionStatements(id, complete, 'qa')
        .filter(({ Sid }) => Sid === 'Files')
        .flatMap(({ Resource }) => [Resource].flat())
        .map((resource) => JSON.stringify(resource).match(/\/[a-z]+\/\*/)?.[0]);
    for (const { id, runsBots = false, takesFiles, readsExports = false } of endpoints) {
      const isPutting = runsBots || takesFiles !== undefined;
      const actions = isPutting ? ['s3:PutObject'] : readsExports ? ['s3:GetObject'] : [];
      expect([id, getActions(id, 's3', complete, 'qa')]).toEqual([id, actions]);
      const expected = runsBots
        ? ['/generated/*']
        : takesFiles
          ? { respondents: ['/private/*', '/uploads/*'], authors: ['/authored/*'] }[takesFiles]
          : readsExports
            ? ['/exports/*']
            : [];
      expect([id, getPrefixes(id)]).toEqual([id, expected]);
    }
    expect(getActions('run-job', 's3', assembly, 'prod')).toEqual([]);
    expect(getActions('run-job', 's3', complete, 'qa').toSorted()).toEqual([
      's3:AbortMultipartUpload',
      // Erasing a workspace also erases its files.
      's3:DeleteObject',
      's3:GetObject',
      's3:ListBucket',
      's3:ListMultipartUploadParts',
      's3:PutObject',
    ]);
    expect(getPrefixes('run-job')).toEqual(['/exports/*']);
  });
});

describe('monitoring', () => {
  it('has a dashboard of at most 50 metrics, which is free', () => {
    const body = JSON.stringify(one('AWS::CloudWatch::Dashboard').Properties.DashboardBody);
    const metrics = body.match(/AWS\/(Lambda|ApiGateway|DynamoDB)/g) ?? [];
    expect(metrics.length + Object.keys(METRICS).length).toBeLessThanOrEqual(50);
    for (const { id } of endpoints.filter(({ api, path }) => api === 'chat' && path !== HEALTH_PATH)) {
      const function_ = all('AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `bots-prod-${id}`,
      );
      expect(body.split(`"Ref":"${function_?.[0]}"`)).toHaveLength(1 + 3);
    }
  });

  it('has saved queries over log groups that the stack writes', () => {
    const queries = all('AWS::Logs::QueryDefinition').map(([, { Properties }]) => Properties);
    expect(queries.map(({ Name }) => Name).toSorted()).toEqual([
      'bots-prod/cold-starts',
      'bots-prod/errors-by-endpoint',
      'bots-prod/slowest-requests',
    ]);
    const formats = all('AWS::ApiGateway::Stage').map(
      ([, { Properties }]) => JSON.parse(Properties.AccessLogSetting.Format) as Record<string, string>,
    );
    for (const { Name, LogGroupNames, QueryString } of queries) {
      // CloudWatch accepts at most 50.
      expect([Name, LogGroupNames.length > 0 && LogGroupNames.length <= 50]).toEqual([Name, true]);
      for (const group of LogGroupNames) {
        expect(assembly.template.Resources[referenceIn(group) ?? '']?.Type).toBe('AWS::Logs::LogGroup');
      }
      if (Name === 'bots-prod/cold-starts') continue;
      const fields: string[] = QueryString.match(/\b(?:\w+Id|\w+Ms|status|method|resourcePath|error)\b/g);
      for (const field of fields.filter((field) => field !== 'lastRequestId')) {
        for (const format of formats) expect([field, field in format]).toEqual([field, true]);
      }
    }
  });
});
