import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'constructs';
import * as z from 'zod';
import { isListedDomain } from '#lib/bots/document/domain-list.ts';
import { isLoopbackHost } from '#lib/chat/adapters/address-guard.ts';
import { DEFAULT_AUDIT_RETENTION_DAYS } from '#lib/platform/audit/audit-entry.ts';
import { DAILY_DEFAULTS } from '#lib/platform/quotas/daily-quota.ts';
import { RECOVERY_DAYS } from './data/recovery-days.ts';
import { findGoogleProblems } from './google-settings.ts';
import { networkAddress } from './network-address.ts';
import { findNetworkProblems } from './network-settings.ts';
import { explainReplacement, findReservationProblem, reservations } from './reserved-concurrency.ts';
import { findSignInProblems } from './sign-in-settings.ts';
import { findTraceProblems } from './trace-settings.ts';

/*
 * An installation's settings, given as CDK context in cdk.json, in cdk.context.json or as `-c
 * bots:alarmEmail=ops@example.com`. Every key starts with `bots:`, so that mistyped keys can be told apart
 * from CDK's own.
 */

const PREFIX = 'bots:';

export const STAGE_SETTING = `${PREFIX}stage`;

/** The only retention periods that CloudWatch Logs accepts. */
const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

/** Highest limit of a rate rule of AWS WAF. */
const MAX_RATE = 2_000_000_000;

/** Maximum of an IP set: https://docs.aws.amazon.com/waf/latest/developerguide/limits.html */
const MAX_NETWORKS_PER_SET = 10_000;

/** Refuses, say, an unset variable of a shell, which would open what the list closes. */
const EMPTY_LIST = 'Expected at least one; leave the setting out if there are none';

/** Context values from the command line are strings. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const wholeNumber = z.union([
  z.int(),
  z.string().regex(/^\d+$/, 'Expected a whole number').transform(Number),
]);
const list = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
]);
const domainName = z
  .string()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'Expected a domain name');
/** A host name. With `*` as its first label, it stands for all names with one more label. */
const customDomain = z
  .string()
  .regex(
    /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/,
    'Expected a host name such as offers.example.com, or *.example.com',
  );
/** CloudFront takes 100 names per distribution, one of which is the bots' own. */
const MAX_CUSTOM_DOMAINS = 99;
/** All variables of a function together may have 4 KB, and the source of a function at the edge 10 KB. */
const MAX_CUSTOM_DOMAINS_CHARS = 2_500;
const hostName = z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/, 'Expected a host name');
const privateHostName = hostName.refine((host) => !isLoopbackHost(host.toLowerCase()), {
  error: 'Bots on AWS never call the machine that they run on',
});
const certificateArn = z
  .string()
  .regex(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    'Expected the ARN of an ACM certificate',
  );
const secretName = z.string().regex(/^[\w/+=.@-]{1,512}$/, 'Expected the name of a secret, not its ARN');
const subnetId = z.string().regex(/^subnet-[0-9a-f]{8,17}$/, 'Expected the id of a subnet');
const securityGroupId = z.string().regex(/^sg-[0-9a-f]{8,17}$/, 'Expected the id of a security group');
/** Must be https, except within the function's environment, because spans and the receiver's headers cross the internet. */
const otlpEndpoint = z
  .string()
  .regex(
    /^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127\.0\.0\.1):\d+)(\/[^\s?#]*)?$/,
    'Expected https://…, or http://localhost:4318 for a collector in a layer',
  )
  .refine((url) => !/\/v1\/traces\/?$/.test(url), 'Leave out /v1/traces, which is added');
const cloudFrontCertificateArn = certificateArn.regex(
  /^arn:aws[a-z-]*:acm:us-east-1:/,
  'CloudFront only takes certificates of us-east-1',
);
const origin = z
  .string()
  .regex(/^https?:\/\/[^/\s*]+$/, 'Expected an origin such as https://app.example.com');

const httpsOrigin = z
  .string()
  .regex(/^https:\/\/[^/\s?#@*;,]+$/, 'Expected an origin such as https://login.example.com');
const oidcIssuer = z
  .string()
  .regex(
    /^https:\/\/[^/\s?#@*;,]+(\/[^\s?#;,]*)?$/,
    'Expected https://…, exactly as the provider names itself',
  );
const roleOfClaim = z
  .string()
  .regex(
    /^[^,]*[^\s,]\s*=\s*(viewer|editor|admin)$/,
    'Expected <value of the claim>=viewer, editor or admin',
  );

const schema = z
  .strictObject({
    /**
     * Part of the names of stacks, such as `bots-<stage>`, and of resources. An account can have several
     * stages.
     */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'Expected up to 20 lower-case letters, digits and hyphens')
      .refine((stage) => !stage.endsWith('-data'), {
        error: 'Must not end in -data, which would overwrite the data stack of another stage',
      })
      .default('prod'),
    managementDomainName: domainName.optional(),
    chatDomainName: domainName.optional(),
    /** ARN of a certificate in the stack's region that covers the domain names. */
    certificateArn: certificateArn.optional(),
    /**
     * Id of the public hosted zone in which to create the DNS records and, if no certificate is given,
     * validate a new one.
     */
    hostedZoneId: z
      .string()
      .regex(/^Z[A-Z0-9]{1,31}$/, 'Expected a hosted zone id such as Z0123456789')
      .optional(),
    hostedZoneName: domainName.optional(),
    /**
     * Whether to serve the two sites: the console, and bots' pages with the embed. They cost nothing while nobody looks.
     */
    sites: flag.default(false),
    consoleDomainName: domainName.optional(),
    botsDomainName: domainName.optional(),
    /** ARN of a certificate that covers the sites' domain names. CloudFront only accepts certificates from us-east-1. */
    sitesCertificateArn: cloudFrontCertificateArn.optional(),
    /**
     * Whether each workspace's bots have their pages at an origin of their own, `https://<label>.<botsDomainName>`, so
     * that scripts of one workspace's bots reach nothing of another's. Needs a certificate for `*.<botsDomainName>`, too.
     */
    workspaceOrigins: flag.default(false),
    /**
     * Host names under which workspaces can have pages of their bots. Their DNS must lead to botsDomainName. A name such as
     * `*.example.com` stands for all names with one more label.
     */
    customDomains: list
      .pipe(
        z
          .array(customDomain)
          .max(MAX_CUSTOM_DOMAINS, `CloudFront takes ${MAX_CUSTOM_DOMAINS} names besides botsDomainName`)
          .refine((names) => new Set(names).size === names.length, 'A name is listed twice')
          .refine(
            (names) => names.join(' ').length <= MAX_CUSTOM_DOMAINS_CHARS,
            `The names are longer than ${MAX_CUSTOM_DOMAINS_CHARS} characters together; *.example.com stands for many`,
          ),
      )
      .default([]),
    /**
     * ARN of the certificate of the bots' site, in place of sitesCertificateArn, if there are customDomains. It must cover
     * botsDomainName and all of them, because a distribution has a single certificate.
     */
    customDomainsCertificateArn: cloudFrontCertificateArn.optional(),
    /** Origins that may call the management API from a browser. */
    managementCorsOrigins: list.pipe(z.array(origin)).default([]),
    /**
     * Issuer of the identity provider with which people sign in to the console. The console is a public client: it uses the
     * authorization code flow with PKCE, and no secret.
     */
    oidcIssuer: oidcIssuer.optional(),
    oidcClientId: z
      .string()
      .regex(/^[\x21-\x7e]{1,256}$/, 'Expected the id of a client')
      .optional(),
    /** The workspace that people sign in to. */
    oidcWorkspaceId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,128}$/, 'Expected the id of a workspace')
      .optional(),
    /** Claim of the ID token whose values give a role. Without it, only people who were invited can sign in. */
    oidcRoleClaim: z
      .string()
      .regex(/^\S{1,256}$/, 'Expected the name of a claim')
      .optional(),
    /** Roles by values of that claim, such as `bot-admins=admin,support=editor`. */
    oidcRoles: list.pipe(z.array(roleOfClaim)).default([]),
    /** Origins of the provider that the console calls besides the issuer's, such as that of a token endpoint elsewhere. */
    oidcOrigins: list.pipe(z.array(httpsOrigin)).default([]),
    /** OAuth client for Google, a web application, with which admins give bots access to Google accounts in the console. */
    googleClientId: z
      .string()
      .regex(/^[\w.-]{1,256}$/, 'Expected the id of a client')
      .optional(),
    /** Name of a secret in Secrets Manager that is the client's secret, as text. */
    googleClientSecretName: secretName.optional(),
    logRetentionDays: wholeNumber.pipe(z.literal(LOG_RETENTION_DAYS)).default(30),
    /** Lowest level of the lines that functions log. WARN leaves out the line per request. */
    logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']).default('INFO'),
    /**
     * Whether to set the role with which API Gateway writes logs. An account has one per region, so if somebody else manages it,
     * this stack must leave it alone.
     */
    gatewayLogsRole: flag.default(true),
    /** Number of days after which respondents' data is deleted. 0 keeps the data indefinitely. */
    dataRetentionDays: wholeNumber.pipe(z.int().min(0).max(3650)).default(0),
    /** Days after which entries of the audit trail are deleted. 0 keeps them. */
    auditRetentionDays: wholeNumber.pipe(z.int().min(0).max(3650)).default(DEFAULT_AUDIT_RETENTION_DAYS),
    /** Whether `cdk destroy` retains or deletes the table. */
    tableRemoval: z.enum(['retain', 'destroy']).default('retain'),
    /**
     * Images in the records of the table's stream. Replicas need both. DynamoDB refuses to change them while the
     * stream is enabled, so tables from before this setting keep `new-image` until the operator changes them.
     * `none` is a step of that change, for the data stack only.
     */
    tableStream: z.enum(['new-and-old-images', 'new-image', 'none']).default('new-and-old-images'),
    /**
     * Warm throughput: read and write units per second that the table can serve instantly, without minutes of
     * scaling. A new table starts with 12,000 read units and 4,000 write units. Raising it costs a one-time
     * fee and cannot be undone.
     */
    warmReadUnitsPerSecond: wholeNumber.pipe(z.int().min(12_000).max(1_000_000)).optional(),
    warmWriteUnitsPerSecond: wholeNumber.pipe(z.int().min(4_000).max(1_000_000)).optional(),
    /**
     * Whether table, files, logs, alarms and backups are encrypted with a KMS key in the account or with keys that AWS
     * owns. A key in the account costs $1 a month. `prepared` makes the key, and lets functions use it: an existing table
     * can be encrypted with it only then.
     */
    encryption: z.enum(['aws-owned', 'prepared', 'customer-managed']).default('aws-owned'),
    /** Whether AWS Backup backs up table and files each day. */
    backup: flag.default(false),
    /** Days after which a backup is deleted, and so is its copy. */
    backupDays: wholeNumber.pipe(z.int().min(1).max(3650)).default(RECOVERY_DAYS),
    /** ARN of a vault, in another account as a rule, that gets a copy of each backup. */
    backupCopyVaultArn: z
      .string()
      .regex(
        /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/,
        'Expected the ARN of a vault of AWS Backup',
      )
      .optional(),
    /** ARN of the key that encrypts bots' secrets. Defaults to AWS's key for Secrets Manager. */
    secretsKeyArn: z
      .string()
      .regex(
        /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/,
        'Expected the ARN of a KMS key, not of an alias',
      )
      .optional(),
    /**
     * Maximum requests per second per route, from all callers together. Short bursts may be twice as large.
     */
    managementRequestsPerSecond: wholeNumber.pipe(z.int().min(1).max(10_000)).default(100),
    chatRequestsPerSecond: wholeNumber.pipe(z.int().min(1).max(10_000)).default(50),
    /**
     * Whether to record X-Ray traces. Traces contain URLs and therefore session ids. Recording a call costs more
     * than the call itself: $5 per million after the first 100,000.
     */
    tracing: flag.default(false),
    /**
     * URL, without `/v1/traces`, that gets spans by OpenTelemetry's protocol, over HTTP and as JSON. With tracing, it replaces X-Ray's
     * daemon.
     */
    otlpEndpoint: otlpEndpoint.optional(),
    /**
     * Name of a secret in Secrets Manager with the headers that the receiver needs, as `name=value,name=value`. A secret keeps
     * them out of the CloudFormation template.
     */
    otlpHeadersSecretName: secretName.optional(),
    /** ARN of a Lambda layer with a collector that listens on localhost. */
    otlpLayerArn: z
      .string()
      .regex(
        /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:layer:[\w-]{1,140}:\d+$/,
        'Expected the ARN of a version of a Lambda layer',
      )
      .optional(),
    /** Percentage of calls whose spans are sent. Refused with tracing, because X-Ray decides then. */
    otlpSamplePercent: wholeNumber.pipe(z.int().min(1).max(100)).optional(),
    /**
     * Whether to put AWS WAF in front of the management API, which costs about $7 a month and $0.60 per million
     * requests.
     */
    managementFirewall: flag.default(false),
    /**
     * Maximum number of requests per token in a minute. The default is a quarter of what a route accepts from
     * all callers.
     */
    managementFirewallRequestsPerMinute: wholeNumber.pipe(z.int().min(10).max(MAX_RATE)).default(1_500),
    /** Maximum number of requests per IP address in a minute, whatever their tokens. Defaults to two tokens' limit. */
    managementFirewallRequestsPerMinuteAndAddress: wholeNumber.pipe(z.int().min(10).max(MAX_RATE)).optional(),
    /** Addresses and networks from which the management API may be called. Defaults to all. */
    managementAllowedAddresses: list
      .pipe(z.array(networkAddress).min(1, EMPTY_LIST).max(MAX_NETWORKS_PER_SET))
      .transform((networks) => [...new Set(networks)])
      .default([]),
    /**
     * Whether to put AWS WAF in front of the chat API, which costs about $8 a month and $0.60 per million
     * requests.
     */
    chatFirewall: flag.default(false),
    /** Maximum number of requests per IP address in five minutes. */
    chatFirewallRequestsPer5Minutes: wholeNumber.pipe(z.int().min(10).max(MAX_RATE)).default(1_000),
    /** Maximum number of chats started per IP address in five minutes. */
    chatFirewallStartsPer5Minutes: wholeNumber.pipe(z.int().min(10).max(MAX_RATE)).default(100),
    /**
     * Whether to create alarms, which cost less than $4 a month. An email address or a topic for them turns them on
     * as well. Without either, chat and paging tools can subscribe to the stack's own topic.
     */
    alarms: flag.default(false),
    alarmEmail: z.email().optional(),
    /** ARN of an SNS topic in the stack's account and region that receives the alarms instead of a new one. */
    alarmTopicArn: z
      .string()
      .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/, 'Expected the ARN of an SNS topic')
      .optional(),
    /** Monthly cost of the whole account above which the alarms' topic is notified. */
    monthlyBudgetUsd: wholeNumber.pipe(z.int().min(1).max(10_000_000)).optional(),
    /** Concurrent calls that functions have to themselves, such as `continue-chat=400,authorizer=50`. */
    reservedConcurrency: list.pipe(reservations).default({}),
    /** The account's limit of concurrent calls, which AWS raises on request. Used only to check reservedConcurrency. */
    accountConcurrency: wholeNumber.pipe(z.int().min(1).max(1_000_000)).default(1_000),
    /** Always refused. It gave each chat endpoint the same number, but slow bots need many calls and most endpoints few. */
    chatReservedConcurrency: z.undefined({ error: ({ input }) => explainReplacement(input) }).optional(),
    /**
     * The service's own mail server, for bots whose workspace has none. The port determines whether TLS is
     * implicit.
     */
    smtpHost: hostName.optional(),
    smtpPort: wholeNumber.pipe(z.int().min(1).max(65_535)).default(587),
    /** Sender as `Name <address>`, or just an address. */
    smtpFrom: z
      .string()
      .regex(/^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'Expected an address, or Name <address>')
      .optional(),
    /**
     * Name of a secret in Secrets Manager, `{"username": "…", "password": "…"}`. The password itself must not
     * be in the CloudFormation template.
     */
    smtpSecretName: secretName.optional(),
    /**
     * Whether to create a bucket with public URLs for files that respondents upload and bots generate. Off by
     * default, because publishing files is the operator's decision.
     */
    files: flag.default(false),
    /** Domain name for files. The name that CloudFront assigns accepts TLS 1.0. */
    filesDomainName: domainName.optional(),
    /** ARN of a certificate that covers filesDomainName. */
    filesCertificateArn: cloudFrontCertificateArn.optional(),
    /** Maximum size of one upload. */
    maxUploadMegabytes: wholeNumber.pipe(z.int().min(1).max(5_000)).default(10),
    /**
     * Limits per workspace and UTC day, for all of its bots together. 0 means no limit. See
     * lib/platform/quotas/daily-quota.ts.
     */
    chatsPerWorkspaceAndDay: wholeNumber
      .pipe(z.int().min(0).max(1_000_000_000))
      .default(DAILY_DEFAULTS.chats),
    mailsPerWorkspaceAndDay: wholeNumber.pipe(z.int().min(0).max(10_000_000)).default(DAILY_DEFAULTS.mails),
    requestsPerWorkspaceAndDay: wholeNumber
      .pipe(z.int().min(0).max(1_000_000_000))
      .default(DAILY_DEFAULTS.requests),
    uploadMegabytesPerWorkspaceAndDay: wholeNumber
      .pipe(z.int().min(0).max(1_000_000_000))
      .default(DAILY_DEFAULTS.uploadMegabytes),
    /**
     * Subnets and security groups of a VPC through which bots send their requests and mails. Lambda takes at most 16 and
     * 5: https://docs.aws.amazon.com/lambda/latest/api/API_VpcConfig.html
     */
    vpcSubnetIds: list.pipe(z.array(subnetId).min(1, EMPTY_LIST).max(16)).default([]),
    vpcSecurityGroupIds: list.pipe(z.array(securityGroupId).min(1, EMPTY_LIST).max(5)).default([]),
    /** Hosts in private networks to which bots may send HTTP requests. Defaults to none. */
    httpPrivateHosts: list.pipe(z.array(privateHostName)).default([]),
  })
  .check((context) => {
    const { managementDomainName, chatDomainName, certificateArn, hostedZoneId, hostedZoneName } =
      context.value;
    const { sites, consoleDomainName, botsDomainName, sitesCertificateArn } = context.value;
    const complain = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value });
    if ((managementDomainName ?? chatDomainName) && !certificateArn && !hostedZoneId) {
      complain('certificateArn', 'A domain name needs a certificateArn, or a hostedZoneId to make one with');
    }
    if ((hostedZoneId === undefined) !== (hostedZoneName === undefined)) {
      complain('hostedZoneId', 'hostedZoneId and hostedZoneName belong together');
    }
    const { managementFirewall, managementAllowedAddresses } = context.value;
    if (managementAllowedAddresses.length > 0 && !managementFirewall) {
      complain('managementAllowedAddresses', 'managementAllowedAddresses needs managementFirewall');
    }
    for (const [path, name] of Object.entries({ consoleDomainName, botsDomainName })) {
      if (name === undefined) continue;
      if (!sites) complain(path, `${path} needs sites`);
      else if (sitesCertificateArn === undefined) complain(path, `${path} needs a sitesCertificateArn`);
    }
    const { workspaceOrigins } = context.value;
    if (workspaceOrigins && !sites) complain('workspaceOrigins', 'workspaceOrigins needs sites');
    else if (workspaceOrigins && botsDomainName === undefined) {
      complain(
        'workspaceOrigins',
        'workspaceOrigins needs a botsDomainName, below which the workspaces have theirs',
      );
    }
    for (const [path, message] of [
      ...findDomainProblems(context.value),
      ...findFilesProblems(context.value),
      ...findNetworkProblems(context.value),
      ...findTraceProblems(context.value),
      ...findSignInProblems(context.value),
      ...findGoogleProblems(context.value),
    ]) {
      complain(path, message);
    }
    const { filesDomainName } = context.value;
    const names = {
      managementDomainName,
      chatDomainName,
      consoleDomainName,
      botsDomainName,
      filesDomainName,
    };
    for (const [path, name] of Object.entries(names)) {
      if (name && hostedZoneName && name !== hostedZoneName && !name.endsWith(`.${hostedZoneName}`)) {
        complain(path, `${name} is not in the hosted zone ${hostedZoneName}`);
      }
    }
    const { backup, backupCopyVaultArn } = context.value;
    if (backupCopyVaultArn !== undefined && !backup) {
      complain('backupCopyVaultArn', 'backupCopyVaultArn needs backup');
    }
    const { smtpHost, smtpFrom, smtpSecretName } = context.value;
    if ((smtpHost === undefined) !== (smtpFrom === undefined)) {
      complain('smtpHost', 'smtpHost and smtpFrom belong together');
    }
    if (smtpSecretName !== undefined && smtpHost === undefined) {
      complain('smtpSecretName', 'smtpSecretName needs smtpHost');
    }
    const { alarms, alarmEmail, alarmTopicArn, monthlyBudgetUsd } = context.value;
    if (alarmEmail !== undefined && alarmTopicArn !== undefined) {
      complain(
        'alarmEmail',
        'alarmEmail is for a topic of the stack; subscribe it to alarmTopicArn yourself',
      );
    }
    if (monthlyBudgetUsd !== undefined && !alarms && !alarmEmail && !alarmTopicArn) {
      complain('monthlyBudgetUsd', 'monthlyBudgetUsd needs alarms, alarmEmail or alarmTopicArn');
    }
    const tooMuch = findReservationProblem(
      context.value.reservedConcurrency,
      context.value.accountConcurrency,
    );
    if (tooMuch !== undefined) complain('reservedConcurrency', tooMuch);
    if (managementDomainName !== undefined && managementDomainName === chatDomainName) {
      complain('chatDomainName', 'The two addresses need different names');
    }
    // Bots run their authors' scripts, which at the console's address could use its token.
    const addresses = [managementDomainName, chatDomainName, consoleDomainName];
    if (botsDomainName !== undefined && addresses.includes(botsDomainName)) {
      complain('botsDomainName', 'The bots need a name of their own');
    }
    // A name there could be a workspace's label, and cookies of the bots' domain would reach it.
    const others = { managementDomainName, chatDomainName, consoleDomainName, filesDomainName };
    for (const [path, name] of Object.entries(others)) {
      if (workspaceOrigins && botsDomainName !== undefined && name?.endsWith(`.${botsDomainName}`)) {
        complain(path, `${name} is below ${botsDomainName}, where workspaceOrigins puts pages of bots`);
      }
    }
    if (
      consoleDomainName !== undefined &&
      [managementDomainName, chatDomainName].includes(consoleDomainName)
    ) {
      complain('consoleDomainName', 'The console needs a name of its own');
    }
  });

/** Domain names of the installation. */
type OwnNames = Partial<
  Record<
    'botsDomainName' | 'consoleDomainName' | 'managementDomainName' | 'chatDomainName' | 'filesDomainName',
    string | undefined
  >
>;

/** The settings that custom domains depend on. */
type DomainSettings = OwnNames & {
  customDomains: string[];
  customDomainsCertificateArn?: string | undefined;
  workspaceOrigins: boolean;
};

/** Returns what is wrong with the custom domains, each with the key it is about. */
function findDomainProblems({
  customDomains,
  customDomainsCertificateArn,
  workspaceOrigins,
  ...others
}: DomainSettings): [path: string, message: string][] {
  const problems: [string, string][] = [];
  // Origins of workspaces add one name, their wildcard.
  if (workspaceOrigins && customDomains.length === MAX_CUSTOM_DOMAINS) {
    problems.push([
      'customDomains',
      `CloudFront takes ${MAX_CUSTOM_DOMAINS - 1} names besides those that workspaceOrigins needs`,
    ]);
  }
  if (customDomains.length > 0 && others.botsDomainName === undefined) {
    problems.push(['customDomains', 'customDomains needs botsDomainName, to which their DNS leads']);
  }
  if (customDomains.length > 0 !== (customDomainsCertificateArn !== undefined)) {
    problems.push([
      'customDomainsCertificateArn',
      'customDomains and customDomainsCertificateArn belong together',
    ]);
  }
  const paths = [
    'botsDomainName',
    'consoleDomainName',
    'managementDomainName',
    'chatDomainName',
    'filesDomainName',
  ] as const;
  for (const custom of customDomains) {
    // A name below the console's is on the same site as the console, and one below the bots' may be a workspace's.
    const path = paths.find((candidate) => {
      const own = others[candidate];
      return own !== undefined && (custom.endsWith(`.${own}`) || isListedDomain(own, [custom]));
    });
    if (path) {
      problems.push(['customDomains', `${custom} is at or below ${path}, ${others[path]}, or includes it`]);
    }
  }
  return problems;
}

/** Returns what is wrong with the settings of files, each with its key. */
function findFilesProblems({
  files,
  filesDomainName,
  filesCertificateArn,
  ...others
}: OwnNames & { files: boolean; filesCertificateArn?: string | undefined }): [
  path: string,
  message: string,
][] {
  if ((filesDomainName === undefined) !== (filesCertificateArn === undefined)) {
    return [['filesCertificateArn', 'filesDomainName and filesCertificateArn belong together']];
  }
  if (filesDomainName === undefined) return [];
  if (!files) return [['filesDomainName', 'filesDomainName needs files']];
  const { botsDomainName, consoleDomainName, managementDomainName, chatDomainName } = others;
  return [botsDomainName, consoleDomainName, managementDomainName, chatDomainName].includes(filesDomainName)
    ? [['filesDomainName', 'Must differ from the other domain names']]
    : [];
}

export type Config = z.output<typeof schema>;

/** Keys to list in an error: all but the one that is always refused. */
const KNOWN_KEYS = Object.keys(schema.shape).filter((key) => key !== 'chatReservedConcurrency');

/**
 * Tokens that a team behind one address can use up at the same time by default: two of its programs at their limits, or
 * one and some 50 people in the console, who send a request every two seconds while they click. With the default limit of
 * a token, that is half of what a route accepts from all callers, so one address cannot use up a route.
 */
const TOKENS_PER_ADDRESS = 2;

/** Returns the maximum number of requests per IP address in a minute to the management API. */
export function getAddressLimit(config: Config): number {
  const { managementFirewallRequestsPerMinute, managementFirewallRequestsPerMinuteAndAddress } = config;
  return (
    managementFirewallRequestsPerMinuteAndAddress ??
    Math.min(MAX_RATE, TOKENS_PER_ADDRESS * managementFirewallRequestsPerMinute)
  );
}

/** Returns the names that workspaces can register, their certificate, and the name that their DNS leads to. */
export function getCustomDomains({
  botsDomainName,
  customDomains,
  customDomainsCertificateArn,
}: Config): { names: string[]; certificateArn: string; target: string } | undefined {
  if (!customDomains.length || customDomainsCertificateArn === undefined || botsDomainName === undefined) {
    return undefined;
  }
  return { names: customDomains, certificateArn: customDomainsCertificateArn, target: botsDomainName };
}

/** Returns the origins of the identity provider that the console calls, without duplicates. */
export function getSignInOrigins({ oidcIssuer, oidcOrigins }: Config): string[] {
  return oidcIssuer === undefined ? [] : [...new Set([new URL(oidcIssuer).origin, ...oidcOrigins])];
}

export function hasAlarms({ alarms, alarmEmail, alarmTopicArn }: Config): boolean {
  return alarms || alarmEmail !== undefined || alarmTopicArn !== undefined;
}

/** Whether alarms go to the stack's own topic, not to one of the operator's. */
export function hasOwnTopic(config: Config): boolean {
  return hasAlarms(config) && config.alarmTopicArn === undefined;
}

/**
 * Returns the origin below which workspaces have theirs: `https://bots.example.com`. Undefined if all workspaces share one
 * origin.
 */
export function getBotsOrigin({ workspaceOrigins, botsDomainName }: Config): string | undefined {
  return workspaceOrigins && botsDomainName !== undefined ? `https://${botsDomainName}` : undefined;
}

/** An invalid configuration. Reported to the operator without a stack trace. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the configuration from a construct tree's context.
 *
 * @throws ConfigError with one line for each invalid key
 */
export function readConfig(node: Node): Config {
  const settings = Object.entries(readGivenSettings(node));
  return parseConfig(Object.fromEntries(settings.map(([key, value]) => [key.slice(PREFIX.length), value])));
}

/** Returns the settings in a construct tree's context as they were given, by their keys with `bots:`. */
export function readGivenSettings(node: Node): Record<string, unknown> {
  const context = Object.entries(node.getAllContext() as Record<string, unknown>);
  return Object.fromEntries(context.filter(([key]) => key.startsWith(PREFIX)));
}

/** @param key with `bots:` */
export function isSetting(key: string): boolean {
  return findSetting(key) !== undefined;
}

/**
 * Tells whether a setting with this value has the same effect as one that is not given.
 *
 * @param key of a setting, with `bots:`
 * @param value as `-c` takes it
 */
export function isDefault(key: string, value: string): boolean {
  const setting = findSetting(key);
  const parsed = setting?.safeParse(value);
  return parsed?.success === true && isDeepStrictEqual(parsed.data, setting?.safeParse(undefined).data);
}

function findSetting(key: string): z.ZodType | undefined {
  const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : '';
  return Object.hasOwn(schema.shape, name) ? schema.shape[name as keyof typeof schema.shape] : undefined;
}

/** @throws ConfigError */
export function parseConfig(values: Record<string, unknown>): Config {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown key ${issue.keys.map((key) => PREFIX + key).join(', ')}; known are ${KNOWN_KEYS.join(', ')}`
      : `${PREFIX}${issue.path.join('.')}: ${issue.message}`,
  );
  throw new ConfigError(`Invalid configuration:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
