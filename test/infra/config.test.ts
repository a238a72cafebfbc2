import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  getAddressLimit,
  getSignInOrigins,
  hasAlarms,
  parseConfig,
} from '../../infra/config.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/0b6e';
const CERTIFIED = { sites: true, sitesCertificateArn: CERTIFICATE, certificateArn: CERTIFICATE };
const WITH_FILES = {
  files: true,
  filesDomainName: 'files.example.com',
  filesCertificateArn: CERTIFICATE,
};
const WITH_DOMAINS = {
  ...CERTIFIED,
  botsDomainName: 'bots.example.com',
  customDomains: 'offers.acme.example',
  customDomainsCertificateArn: CERTIFICATE,
};

const SUBNETS = 'subnet-0a1b2c3d, subnet-0a1b2c3d4e5f60718';
const GROUP = 'sg-0a1b2c3d4e5f60718';
const PROVIDER = {
  sites: true,
  oidcIssuer: 'https://login.example.com/tenant',
  oidcClientId: 'bots-console',
  oidcWorkspaceId: 'w2mfz7c0q9b4x1k8s5hv6ejd',
};

const GOOGLE = { sites: true, googleClientId: '1234.apps.example', googleClientSecretName: 'google/secret' };

const NETWORK = { vpcSubnetIds: SUBNETS, vpcSecurityGroupIds: GROUP };
const LAYER = 'arn:aws:lambda:eu-west-1:123456789012:layer:aws-otel-collector-arm64-ver-0-117-0:7';

const refusal = (values: Record<string, unknown>): string => {
  try {
    parseConfig(values);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('the configuration', () => {
  it('has defaults that keep the data and cost nothing while idle', () => {
    expect(parseConfig({})).toEqual({
      stage: 'prod',
      managementCorsOrigins: [],
      logRetentionDays: 30,
      logLevel: 'INFO',
      gatewayLogsRole: true,
      reservedConcurrency: {},
      accountConcurrency: 1_000,
      dataRetentionDays: 0,
      auditRetentionDays: 365,
      tableRemoval: 'retain',
      tableStream: 'new-and-old-images',
      encryption: 'aws-owned',
      backup: false,
      backupDays: 35,
      managementFirewall: false,
      managementFirewallRequestsPerMinute: 1_500,
      managementAllowedAddresses: [],
      chatFirewall: false,
      chatFirewallRequestsPer5Minutes: 1_000,
      chatFirewallStartsPer5Minutes: 100,
      smtpPort: 587,
      files: false,
      maxUploadMegabytes: 10,
      chatsPerWorkspaceAndDay: 0,
      mailsPerWorkspaceAndDay: 1_000,
      requestsPerWorkspaceAndDay: 0,
      uploadMegabytesPerWorkspaceAndDay: 5_000,
      vpcSubnetIds: [],
      vpcSecurityGroupIds: [],
      httpPrivateHosts: [],
      managementRequestsPerSecond: 100,
      chatRequestsPerSecond: 50,
      sites: false,
      workspaceOrigins: false,
      customDomains: [],
      oidcRoles: [],
      oidcOrigins: [],
      tracing: false,
      alarms: false,
    });
  });

  it('completes and shortens allowed addresses, and takes each once', () => {
    const managementAllowedAddresses =
      '192.0.2.0/24, 203.0.113.9, 203.0.113.9/32, 2001:DB8:0007::/48, 2001:db8:7:0::/48, 2001:db8::0001';
    expect(parseConfig({ managementFirewall: 'true', managementAllowedAddresses })).toMatchObject({
      managementAllowedAddresses: ['192.0.2.0/24', '203.0.113.9/32', '2001:db8:7::/48', '2001:db8::1/128'],
    });
  });

  it('accepts strings, as passed on the command line', () => {
    expect(
      parseConfig({
        stage: 'qa-2',
        logRetentionDays: '90',
        dataRetentionDays: '365',
        chatFirewall: 'true',
        reservedConcurrency: 'continue-chat=400, authorizer=50',
        managementCorsOrigins: 'https://app.example.com, http://localhost:5173',
      }),
    ).toMatchObject({
      stage: 'qa-2',
      logRetentionDays: 90,
      dataRetentionDays: 365,
      chatFirewall: true,
      reservedConcurrency: { 'continue-chat': 400, authorizer: 50 },
      managementCorsOrigins: ['https://app.example.com', 'http://localhost:5173'],
    });
  });

  it('accepts an identity provider, whose origins the console calls', () => {
    const config = parseConfig({
      ...PROVIDER,
      oidcRoleClaim: 'https://example.com/roles',
      oidcRoles: 'bot-admins=admin, cn=support=editor',
      oidcOrigins: 'https://token.example.com, https://login.example.com',
    });
    expect(config.oidcRoles).toEqual(['bot-admins=admin', 'cn=support=editor']);
    expect(getSignInOrigins(config)).toEqual(['https://login.example.com', 'https://token.example.com']);
    expect(getSignInOrigins(parseConfig({}))).toEqual([]);
  });

  it('accepts a network, and hosts in it', () => {
    expect(parseConfig({ ...NETWORK, httpPrivateHosts: 'crm.internal' })).toMatchObject({
      vpcSubnetIds: ['subnet-0a1b2c3d', 'subnet-0a1b2c3d4e5f60718'],
      vpcSecurityGroupIds: [GROUP],
      httpPrivateHosts: ['crm.internal'],
    });
  });

  it.each([
    { otlpEndpoint: 'https://api.honeycomb.example', otlpHeadersSecretName: 'traces/headers' },
    { otlpEndpoint: 'https://otlp.example.com:4318/otlp/', otlpSamplePercent: '5' },
    { otlpEndpoint: 'http://localhost:4318', otlpLayerArn: LAYER, tracing: 'true' },
    { otlpEndpoint: 'http://127.0.0.1:4318', otlpLayerArn: LAYER },
  ])('accepts a receiver of spans: %j', (settings) => {
    expect(parseConfig(settings).otlpEndpoint).toBe(settings.otlpEndpoint);
  });

  it.each([
    [
      'a mail server without a sender',
      { smtpHost: 'smtp.example.com' },
      'bots:smtpHost: smtpHost and smtpFrom',
    ],
    [
      'a sender that is not an address',
      { smtpHost: 'smtp.example.com', smtpFrom: 'Bots' },
      'bots:smtpFrom: Expected an address',
    ],
    ['a stream without images', { tableStream: 'keys-only' }, 'bots:tableStream: Invalid option'],
    ['a secret without a mail server', { smtpSecretName: 'mail' }, 'bots:smtpSecretName'],
    [
      'the ARN of a secret',
      { smtpHost: 'a.b', smtpFrom: 'a@b.c', smtpSecretName: 'arn:aws:secretsmanager:x:1:secret:y' },
      'bots:smtpSecretName: Expected the name',
    ],
    [
      'allowed addresses from a variable that is not set, which would allow all',
      { managementFirewall: true, managementAllowedAddresses: '' },
      'bots:managementAllowedAddresses: Expected at least one; leave the setting out if there are none',
    ],
    [
      'allowed addresses without the firewall',
      { managementAllowedAddresses: '192.0.2.0/24' },
      'bots:managementAllowedAddresses: managementAllowedAddresses needs managementFirewall',
    ],
    ...(
      [
        ['office', 'Expected an IP address or a CIDR'],
        ['192.0.2', 'Expected an IP address or a CIDR'],
        ['192.0.2.0/33', 'Expected an IP address or a CIDR'],
        ['192.0.2.0/024', 'Expected an IP address or a CIDR'],
        ['192.0.2.0/', 'Expected an IP address or a CIDR'],
        ['192.0.2.0/24/8', 'Expected an IP address or a CIDR'],
        ['192.0.2.010/32', 'Expected an IP address or a CIDR'],
        ['2001:db8::/129', 'Expected an IP address or a CIDR'],
        ['fe80::1%eth0', 'Expected an IP address or a CIDR'],
        ['https://192.0.2.1', 'Expected an IP address or a CIDR'],
        ['::ffff:192.0.2.1', 'Write an IPv4 address as such'],
        ['::FFFF:c000:0201/128', 'Write an IPv4 address as such'],
        ['0.0.0.0/0', 'AWS WAF takes no CIDR of all addresses'],
        ['::/0', 'AWS WAF takes no CIDR of all addresses'],
        ['192.0.2.7/24', 'Expected the first address of the network'],
        ['2001:db8:7::1/48', 'Expected the first address of the network'],
      ] as const
    ).map(([address, message]): [string, Record<string, unknown>, string] => [
      `an allowed address that is not valid: ${address}`,
      { managementFirewall: true, managementAllowedAddresses: `192.0.2.0/24,${address}` },
      `bots:managementAllowedAddresses.1: ${message}`,
    ]),
    [
      'a limit of addresses that AWS WAF does not take',
      { managementFirewallRequestsPerMinuteAndAddress: 9 },
      'bots:managementFirewallRequestsPerMinuteAndAddress',
    ],
    [
      'an address as private host',
      { ...NETWORK, httpPrivateHosts: 'http://crm.internal' },
      'bots:httpPrivateHosts.0',
    ],
    ...['localhost', 'app.LOCALHOST', '127.0.0.1', '127.9.9.9', '127.1', '2130706433', '0x7f000001'].map(
      (host): [string, Record<string, unknown>, string] => [
        `this machine as private host: ${host}`,
        { ...NETWORK, httpPrivateHosts: `crm.internal,${host}` },
        'bots:httpPrivateHosts.1: Bots on AWS never call the machine that they run on',
      ],
    ),
    [
      'private hosts outside of a VPC',
      { httpPrivateHosts: 'crm.internal' },
      'bots:httpPrivateHosts: httpPrivateHosts needs vpcSubnetIds: functions outside of a VPC reach no private network',
    ],
    [
      'subnets without security groups',
      { vpcSubnetIds: SUBNETS },
      'bots:vpcSecurityGroupIds: vpcSubnetIds and',
    ],
    [
      'security groups without subnets',
      { vpcSecurityGroupIds: GROUP },
      'bots:vpcSubnetIds: vpcSubnetIds and',
    ],
    [
      'a VPC as subnet',
      { ...NETWORK, vpcSubnetIds: 'vpc-0a1b2c3d' },
      'bots:vpcSubnetIds.0: Expected the id of a subnet',
    ],
    [
      'the name of a security group',
      { ...NETWORK, vpcSecurityGroupIds: 'default' },
      'bots:vpcSecurityGroupIds.0: Expected the id of a security group',
    ],
    [
      'more subnets than Lambda takes',
      { ...NETWORK, vpcSubnetIds: Array(17).fill('subnet-0a1b2c3d') },
      'bots:vpcSubnetIds',
    ],
    [
      'more groups than Lambda takes',
      { ...NETWORK, vpcSecurityGroupIds: Array(6).fill(GROUP) },
      'bots:vpcSecurityGroupIds',
    ],
    ...[
      'http://otlp.example.com:4318',
      'http://localhost',
      'http://localhost.example.com:4318',
      'otlp.example.com',
      'https://key@otlp.example.com',
      'https://otlp.example.com?key=1',
      'grpc://localhost:4317',
    ].map((otlpEndpoint): [string, Record<string, unknown>, string] => [
      `a receiver of spans that is not one: ${otlpEndpoint}`,
      { otlpEndpoint, otlpLayerArn: LAYER },
      'bots:otlpEndpoint: Expected https://…, or http://localhost:4318',
    ]),
    [
      'the whole address of a receiver',
      { otlpEndpoint: 'https://otlp.example.com/v1/traces' },
      'bots:otlpEndpoint: Leave out /v1/traces',
    ],
    [
      'a collector on localhost without its layer',
      { otlpEndpoint: 'http://localhost:4318' },
      'bots:otlpEndpoint: http://localhost:4318 needs a layer with a collector: set otlpLayerArn',
    ],
    [
      'a layer without its version',
      { otlpEndpoint: 'https://otlp.example.com', otlpLayerArn: LAYER.replace(/:7$/, '') },
      'bots:otlpLayerArn: Expected the ARN',
    ],
    [
      'headers for no receiver',
      { otlpHeadersSecretName: 'a' },
      'bots:otlpHeadersSecretName: otlpHeadersSecretName needs',
    ],
    [
      'a layer for no receiver',
      { otlpLayerArn: LAYER },
      'bots:otlpLayerArn: otlpLayerArn needs otlpEndpoint',
    ],
    [
      'a share of calls for no receiver',
      { otlpSamplePercent: 5 },
      'bots:otlpSamplePercent: otlpSamplePercent needs',
    ],
    [
      'a share of calls that X-Ray decides',
      { otlpEndpoint: 'https://otlp.example.com', otlpSamplePercent: 5, tracing: true },
      'bots:otlpSamplePercent: Has no effect with tracing, where X-Ray decides which calls are recorded. Leave it out',
    ],
    [
      'a share of calls of nothing',
      { otlpEndpoint: 'https://otlp.example.com', otlpSamplePercent: 0 },
      'bots:otlpSamplePercent',
    ],
    ['an unknown key', { stages: 'prod' }, 'unknown key bots:stages; known are stage,'],
    ['a stage that is not valid in resource names', { stage: 'Production!' }, 'bots:stage'],
    [
      'a stage whose stack would have the name of another stage’s data stack',
      { stage: 'prod-data' },
      'bots:stage: Must not end in -data, which would overwrite',
    ],
    ['a retention that CloudWatch does not support', { logRetentionDays: 31 }, 'bots:logRetentionDays'],
    ['text instead of a number', { dataRetentionDays: 'a year' }, 'bots:dataRetentionDays: '],
    [
      'a wildcard as an origin',
      { managementCorsOrigins: '*' },
      'bots:managementCorsOrigins.0: Expected an origin',
    ],
    [
      'an origin with a path',
      { managementCorsOrigins: 'https://a.example.com/' },
      'bots:managementCorsOrigins.0',
    ],
    ['an invalid mail address', { alarmEmail: 'ops' }, 'bots:alarmEmail'],
    ['a topic that is not one', { alarmTopicArn: 'incidents' }, 'bots:alarmTopicArn: Expected the ARN'],
    [
      'an address beside a topic',
      { alarmEmail: 'ops@example.com', alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:incidents' },
      'bots:alarmEmail: alarmEmail is for a topic of the stack',
    ],
    ['a budget that nobody hears of', { monthlyBudgetUsd: 20 }, 'bots:monthlyBudgetUsd'],
    ['a flag that is neither true nor false', { chatFirewall: 'yes' }, 'bots:chatFirewall'],
    [
      'a name of a site without the sites',
      { consoleDomainName: 'console.example.com' },
      'bots:consoleDomainName: consoleDomainName needs sites',
    ],
    [
      'a name of a site without a certificate',
      { sites: true, botsDomainName: 'bots.example.com' },
      'bots:botsDomainName: botsDomainName needs a sitesCertificateArn',
    ],
    [
      'a certificate of another region',
      { sites: true, sitesCertificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0b6e' },
      'bots:sitesCertificateArn: CloudFront only takes certificates of us-east-1',
    ],
    ...['managementDomainName', 'chatDomainName', 'consoleDomainName'].map(
      (other): [string, Record<string, unknown>, string] => [
        `the name of ${other} for the bots`,
        { ...CERTIFIED, botsDomainName: 'a.example.com', [other]: 'a.example.com' },
        'bots:botsDomainName: The bots need a name of their own',
      ],
    ),
    [
      'an identity provider without the sites',
      { ...PROVIDER, sites: false },
      'bots:oidcIssuer: oidcIssuer needs sites',
    ],
    ...['oidcClientId', 'oidcWorkspaceId'].flatMap((path): [string, Record<string, unknown>, string][] => [
      [
        `an identity provider without ${path}`,
        { ...PROVIDER, [path]: undefined },
        `bots:${path}: oidcIssuer and ${path} belong together`,
      ],
      [`${path} alone`, { [path]: 'x' }, `bots:${path}: oidcIssuer and ${path} belong together`],
    ]),
    ...['googleClientId', 'googleClientSecretName'].map((path): [string, Record<string, unknown>, string] => [
      `an OAuth client for Google without ${path}`,
      { ...GOOGLE, [path]: undefined },
      'bots:googleClientId: googleClientId and googleClientSecretName belong together',
    ]),
    [
      'an OAuth client for Google without the sites',
      { ...GOOGLE, sites: false },
      'bots:googleClientId: googleClientId needs sites',
    ],
    [
      'a secret of the OAuth client that functions of bots could read',
      { ...GOOGLE, googleClientSecretName: 'bots-prod/google' },
      'bots:googleClientSecretName: bots-prod/google is among the secrets of workspaces',
    ],
    [
      'one secret for Google and the mail server',
      { ...GOOGLE, smtpHost: 'a.b', smtpFrom: 'a@b.c', smtpSecretName: 'google/secret' },
      'bots:googleClientSecretName: Must differ from smtpSecretName',
    ],
    [
      'one secret for Google and the receiver of spans',
      { ...GOOGLE, otlpEndpoint: 'https://a.example', otlpHeadersSecretName: 'google/secret' },
      'bots:googleClientSecretName: Must differ from otlpHeadersSecretName',
    ],
    [
      'a provider without TLS',
      { ...PROVIDER, oidcIssuer: 'http://login.example.com' },
      'bots:oidcIssuer: Expected',
    ],
    [
      'a provider with a query',
      { ...PROVIDER, oidcIssuer: 'https://a.example?b' },
      'bots:oidcIssuer: Expected',
    ],
    [
      'a provider that would change the policy of the console',
      { ...PROVIDER, oidcIssuer: "https://a.example;script-src'unsafe-inline'" },
      'bots:oidcIssuer: Expected',
    ],
    ['any origin of a provider', { ...PROVIDER, oidcOrigins: 'https://*' }, 'bots:oidcOrigins.0: Expected'],
    [
      'a claim without roles',
      { ...PROVIDER, oidcRoleClaim: 'groups' },
      'bots:oidcRoles: oidcRoleClaim and oidcRoles belong together',
    ],
    [
      'roles without a claim',
      { ...PROVIDER, oidcRoles: 'a=admin' },
      'bots:oidcRoles: oidcRoleClaim and oidcRoles belong together',
    ],
    [
      'a role that does not exist',
      { ...PROVIDER, oidcRoleClaim: 'groups', oidcRoles: 'a=admin,b=owner' },
      'bots:oidcRoles.1: Expected <value of the claim>=viewer, editor or admin',
    ],
    [
      'a claim that people can write themselves',
      { ...PROVIDER, oidcRoleClaim: 'email', oidcRoles: 'ada@example.com=admin' },
      'bots:oidcRoleClaim: People can often change their "email" themselves',
    ],
    [
      'two roles for one value',
      { ...PROVIDER, oidcRoleClaim: 'groups', oidcRoles: 'a=viewer,a=admin' },
      'bots:oidcRoles: "a" has two roles',
    ],
    [
      'a claim without a provider',
      { oidcRoleClaim: 'groups', oidcRoles: 'a=admin' },
      'bots:oidcRoleClaim: oidcRoleClaim needs oidcIssuer',
    ],
    [
      'origins without a provider',
      { oidcOrigins: 'https://a.example' },
      'bots:oidcOrigins: oidcOrigins needs oidcIssuer',
    ],
    ['origins of workspaces without the sites', { workspaceOrigins: true }, 'workspaceOrigins needs sites'],
    [
      'origins of workspaces without a name below which they could be',
      { ...CERTIFIED, workspaceOrigins: true },
      'bots:workspaceOrigins: workspaceOrigins needs a botsDomainName',
    ],
    ...['managementDomainName', 'chatDomainName', 'consoleDomainName', 'filesDomainName'].map(
      (other): [string, Record<string, unknown>, string] => [
        `a ${other} among the origins of workspaces`,
        {
          ...CERTIFIED,
          ...(other === 'filesDomainName' && WITH_FILES),
          workspaceOrigins: true,
          botsDomainName: 'example.com',
          [other]: 'x.example.com',
        },
        `bots:${other}: x.example.com is below example.com, where workspaceOrigins puts pages of bots`,
      ],
    ),
    [
      'the name of an API for the console',
      { ...CERTIFIED, consoleDomainName: 'a.example.com', managementDomainName: 'a.example.com' },
      'bots:consoleDomainName: The console needs a name of its own',
    ],
    [
      'custom domains without a name of the bots',
      { sites: true, customDomains: 'offers.acme.example', customDomainsCertificateArn: CERTIFICATE },
      'bots:customDomains: customDomains needs botsDomainName',
    ],
    [
      'custom domains without their certificate',
      { ...CERTIFIED, botsDomainName: 'bots.example.com', customDomains: 'offers.acme.example' },
      'bots:customDomainsCertificateArn: customDomains and customDomainsCertificateArn belong together',
    ],
    [
      'a certificate of another region for custom domains',
      {
        ...WITH_DOMAINS,
        customDomainsCertificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0b6e',
      },
      'bots:customDomainsCertificateArn: CloudFront only takes certificates of us-east-1',
    ],
    ...[
      ['bots.example.com', 'botsDomainName'],
      ['a.bots.example.com', 'botsDomainName'],
      ['*.bots.example.com', 'botsDomainName'],
      ['console.example.com', 'consoleDomainName'],
      ['x.console.example.com', 'consoleDomainName'],
      ['*.example.com', 'botsDomainName'],
      ['api.example.com', 'managementDomainName'],
      ['chat.example.com', 'chatDomainName'],
      ['files.example.com', 'filesDomainName'],
    ].map(([customDomains, own]): [string, Record<string, unknown>, string] => [
      `the custom domain ${customDomains} beside the deployment's names`,
      {
        ...WITH_DOMAINS,
        ...WITH_FILES,
        consoleDomainName: 'console.example.com',
        managementDomainName: 'api.example.com',
        chatDomainName: 'chat.example.com',
        customDomains,
      },
      `bots:customDomains: ${customDomains} is at or below ${own}`,
    ]),
    ...[
      'Offers.acme.example',
      'offers',
      'https://offers.acme.example',
      'a.*.example',
      'offers.acme.example/x',
    ].map((customDomains): [string, Record<string, unknown>, string] => [
      `the custom domain ${customDomains}`,
      { ...WITH_DOMAINS, customDomains },
      'bots:customDomains.0: Expected a host name such as offers.example.com, or *.example.com',
    ]),
    [
      'a custom domain twice',
      { ...WITH_DOMAINS, customDomains: 'a.acme.example,a.acme.example' },
      'bots:customDomains: A name is listed twice',
    ],
    [
      'more custom domains than a distribution takes',
      { ...WITH_DOMAINS, customDomains: Array.from({ length: 100 }, (_, n) => `${n}.acme.example`) },
      'bots:customDomains: CloudFront takes 99 names besides botsDomainName',
    ],
    [
      'more custom domains than fit beside the names of workspaces',
      {
        ...WITH_DOMAINS,
        workspaceOrigins: true,
        customDomains: Array.from({ length: 99 }, (_, n) => `${n}.acme.example`),
      },
      'bots:customDomains: CloudFront takes 98 names besides those that workspaceOrigins needs',
    ],
    [
      'custom domains that fit into no environment',
      {
        ...WITH_DOMAINS,
        customDomains: Array.from({ length: 60 }, (_, n) => `${n}${'a'.repeat(40)}.example`),
      },
      'bots:customDomains: The names are longer than 2500 characters together',
    ],
    [
      'a name of the files without a certificate',
      { files: true, filesDomainName: 'files.example.com' },
      'bots:filesCertificateArn: filesDomainName and filesCertificateArn belong together',
    ],
    [
      'a name of the files without the files',
      { ...WITH_FILES, files: false },
      'bots:filesDomainName: filesDomainName needs files',
    ],
    [
      'a certificate of another region for the files',
      { ...WITH_FILES, filesCertificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0b6e' },
      'bots:filesCertificateArn: CloudFront only takes certificates of us-east-1',
    ],
    ...['managementDomainName', 'chatDomainName', 'consoleDomainName', 'botsDomainName'].map(
      (other): [string, Record<string, unknown>, string] => [
        `the name of ${other} for the files`,
        { ...CERTIFIED, ...WITH_FILES, [other]: 'files.example.com' },
        'bots:filesDomainName: Must differ from the other domain names',
      ],
    ),
    [
      'the name of the files outside the zone',
      { ...WITH_FILES, hostedZoneId: 'Z012', hostedZoneName: 'example.org' },
      'bots:filesDomainName: files.example.com is not in the hosted zone example.org',
    ],
    [
      'copies of backups without backups',
      { backupCopyVaultArn: 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies' },
      'bots:backupCopyVaultArn: backupCopyVaultArn needs backup',
    ],
    [
      'a vault that is not one',
      { backup: true, backupCopyVaultArn: 'arn:aws:s3:::copies' },
      'bots:backupCopyVaultArn: Expected the ARN of a vault of AWS Backup',
    ],
    ['backups that are deleted at once', { backup: true, backupDays: 0 }, 'bots:backupDays'],
    [
      'an alias as the key of secrets',
      { secretsKeyArn: 'arn:aws:kms:us-east-1:123456789012:alias/secrets' },
      'bots:secretsKeyArn: Expected the ARN of a KMS key, not of an alias',
    ],
    ['an unknown removal', { tableRemoval: 'delete' }, 'bots:tableRemoval'],
    ...(
      [
        ['continue-chat', 'Expected a function and a number, such as continue-chat=400'],
        ['continue-chat=0', 'Expected a function and a number, such as continue-chat=400'],
        ['continue-chat=1.5', 'Expected a function and a number, such as continue-chat=400'],
        ['chat=10', 'There is no function chat'],
        ['constructor=10', 'There is no function constructor'],
        ['start-chat=10', 'start-chat is listed twice'],
      ] as const
    ).map(([entry, message]): [string, Record<string, unknown>, string] => [
      `the reserved concurrency ${entry}`,
      { reservedConcurrency: `start-chat=5,${entry}` },
      `bots:reservedConcurrency.1: ${message}`,
    ]),
    [
      'more reserved calls than the account has',
      { reservedConcurrency: 'start-chat=101,continue-chat=800' },
      "bots:reservedConcurrency: 901 calls are reserved, but 100 of the account's 1000 have to stay unreserved.",
    ],
    [
      'the setting that reserved the same for each chat endpoint',
      { chatReservedConcurrency: '25' },
      'bots:chatReservedConcurrency: Replaced by reservedConcurrency, which names functions. To keep what it did, set bots:reservedConcurrency=get-bot-page=25,start-chat=25,continue-chat=25,',
    ],
    ['an unknown level of logs', { logLevel: 'verbose' }, 'bots:logLevel'],
    [
      'a domain name without a certificate',
      { chatDomainName: 'chat.example.com' },
      'bots:certificateArn: A domain name needs a certificateArn, or a hostedZoneId',
    ],
    [
      'half a hosted zone',
      { hostedZoneId: 'Z0123456789' },
      'bots:hostedZoneId: hostedZoneId and hostedZoneName belong together',
    ],
    [
      'a domain name outside the zone',
      { chatDomainName: 'chat.example.org', hostedZoneId: 'Z012', hostedZoneName: 'example.com' },
      'chat.example.org is not in the hosted zone example.com',
    ],
    [
      'the same name for both APIs',
      {
        chatDomainName: 'a.example.com',
        managementDomainName: 'a.example.com',
        hostedZoneId: 'Z0',
        hostedZoneName: 'example.com',
      },
      'bots:chatDomainName: The two addresses need different names',
    ],
    [
      'an invalid certificate',
      { certificateArn: 'arn:aws:s3:::bucket' },
      'bots:certificateArn: Expected the ARN',
    ],
  ])('rejects %s in one line that names the setting', (_name, values, expected) => {
    const message = refusal(values);
    expect(message).toContain(expected);
    expect(message.split('\n')).toHaveLength(2);
  });

  it('takes what the account has once AWS has raised its limit', () => {
    const settings = { reservedConcurrency: 'continue-chat=900', accountConcurrency: '1000' };
    expect(parseConfig(settings)).toMatchObject({ reservedConcurrency: { 'continue-chat': 900 } });
    const raised = { reservedConcurrency: ['continue-chat=2000'], accountConcurrency: '2100' };
    expect(parseConfig(raised)).toMatchObject({ reservedConcurrency: { 'continue-chat': 2_000 } });
  });

  it('names in what replaces a setting only what it accepts', () => {
    const replacement = refusal({ chatReservedConcurrency: 25 }).split('set bots:reservedConcurrency=')[1];
    expect(Object.keys(parseConfig({ reservedConcurrency: replacement }).reservedConcurrency)).toContain(
      'continue-chat',
    );
  });

  it.each([
    [{}, false],
    [{ alarms: 'true' }, true],
    [{ alarmEmail: 'ops@example.com' }, true],
    [{ alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:incidents' }, true],
  ])('with %j has alarms: %s', (values, expected) => {
    expect(hasAlarms(parseConfig(values))).toBe(expected);
  });
});

describe('the limit of an address that manages bots', () => {
  it.each([
    [{}, 3_000],
    [{ managementFirewallRequestsPerMinute: 10_000 }, 20_000],
    [{ managementFirewallRequestsPerMinute: 2_000_000_000 }, 2_000_000_000],
    [{ managementFirewallRequestsPerMinuteAndAddress: '500' }, 500],
  ])('with %j', (values, expected) => {
    expect(getAddressLimit(parseConfig(values))).toBe(expected);
  });
});
