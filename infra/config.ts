import type { Node } from 'constructs';
import * as z from 'zod';
import { isLoopbackHost } from '#lib/chat-adapters/address-guard.ts';
import { DAILY_DEFAULTS } from '#lib/quotas/daily-quota.ts';

/*
 * The settings in which installations differ: CDK context, given in cdk.json, in cdk.context.json or as `-c
 * bots:alarmEmail=ops@example.com`. Every key starts with `bots:`, so that a typing mistake can be told from
 * CDK's own keys.
 */

const PREFIX = 'bots:';

/** CloudWatch Logs accepts only these. */
const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

/** Context from the command line is text. */
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
const origin = z
  .string()
  .regex(/^https?:\/\/[^/\s*]+$/, 'Expected an origin such as https://app.example.com');

const schema = z
  .strictObject({
    /** Names the stack, `bots-<stage>`, and everything in it. Several stages can share an account. */
    stage: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,19}$/, 'Expected up to 20 lower-case letters, digits and hyphens')
      .default('prod'),
    managementDomainName: domainName.optional(),
    chatDomainName: domainName.optional(),
    /** A certificate in the stack's region that covers the domain names. */
    certificateArn: certificateArn.optional(),
    /** A public hosted zone. It gets the records, and is used to make a certificate if none is given. */
    hostedZoneId: z
      .string()
      .regex(/^Z[A-Z0-9]{1,31}$/, 'Expected a hosted zone id such as Z0123456789')
      .optional(),
    hostedZoneName: domainName.optional(),
    /** Origins that may call the management API from a browser. */
    managementCorsOrigins: list.pipe(z.array(origin)).default([]),
    logRetentionDays: wholeNumber.pipe(z.literal(LOG_RETENTION_DAYS)).default(30),
    /** Days after which respondents' data is deleted. 0 keeps it. */
    dataRetentionDays: wholeNumber.pipe(z.int().min(0).max(3650)).default(0),
    /** What `cdk destroy` does with the table. */
    tableRemoval: z.enum(['retain', 'destroy']).default('retain'),
    /**
     * Whether the table uses a key of the account instead of the one that AWS owns. The account's key costs
     * $1 a month.
     */
    encryption: z.enum(['aws-owned', 'customer-managed']).default('aws-owned'),
    /**
     * Requests per second that a route accepts from all callers together. Short bursts may be twice as large.
     */
    managementRequestsPerSecond: wholeNumber.pipe(z.int().min(1).max(10_000)).default(100),
    chatRequestsPerSecond: wholeNumber.pipe(z.int().min(1).max(10_000)).default(50),
    /**
     * X-Ray traces. They contain URLs, and with them session ids. They cost $5 per million after the first
     * 100,000.
     */
    tracing: flag.default(true),
    /** AWS WAF in front of the chat address. It costs about $8 a month and $0.60 per million requests. */
    chatFirewall: flag.default(false),
    /** Requests from one address in five minutes. */
    chatFirewallRequestsPer5Minutes: wholeNumber.pipe(z.int().min(10).max(2_000_000_000)).default(1_000),
    /** Chats started from one address in five minutes. */
    chatFirewallStartsPer5Minutes: wholeNumber.pipe(z.int().min(10).max(2_000_000_000)).default(100),
    /** Receives the alarms. Without it there are none, because each costs $0.10 a month. */
    alarmEmail: z.email().optional(),
    /** How many calls of each public endpoint may run at once, so that a flood cannot starve the others. */
    chatReservedConcurrency: wholeNumber.pipe(z.int().min(1).max(1_000)).optional(),
    /**
     * The service's own mail server, for bots whose workspace has none. The port determines whether TLS comes
     * first.
     */
    smtpHost: hostName.optional(),
    smtpPort: wholeNumber.pipe(z.int().min(1).max(65_535)).default(587),
    /** `Name <address>`, or an address alone. */
    smtpFrom: z
      .string()
      .regex(/^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'Expected an address, or Name <address>')
      .optional(),
    /**
     * Name of a secret in Secrets Manager, `{"username": "…", "password": "…"}`. A template must not hold a
     * password.
     */
    smtpSecretName: z
      .string()
      .regex(/^[\w/+=.@-]{1,512}$/, 'Expected the name of a secret, not its ARN')
      .optional(),
    /**
     * A bucket and a public address for files that respondents upload and bots create. Only the operator can
     * decide that.
     */
    files: flag.default(false),
    /** Maximum size of one upload. */
    maxUploadMegabytes: wholeNumber.pipe(z.int().min(1).max(5_000)).default(10),
    /**
     * Limits for all bots of a workspace together per UTC day. 0 means no limit. See
     * lib/quotas/daily-quota.ts.
     */
    mailsPerWorkspaceAndDay: wholeNumber.pipe(z.int().min(0).max(10_000_000)).default(DAILY_DEFAULTS.mails),
    requestsPerWorkspaceAndDay: wholeNumber
      .pipe(z.int().min(0).max(1_000_000_000))
      .default(DAILY_DEFAULTS.requests),
    uploadMegabytesPerWorkspaceAndDay: wholeNumber
      .pipe(z.int().min(0).max(1_000_000_000))
      .default(DAILY_DEFAULTS.uploadMegabytes),
    /** Hosts of private networks that bots may send HTTP requests to. None by default. */
    httpPrivateHosts: list.pipe(z.array(privateHostName)).default([]),
  })
  .check((context) => {
    const { managementDomainName, chatDomainName, certificateArn, hostedZoneId, hostedZoneName } =
      context.value;
    const complain = (path: string, message: string) =>
      context.issues.push({ code: 'custom', path: [path], message, input: context.value });
    if ((managementDomainName ?? chatDomainName) && !certificateArn && !hostedZoneId) {
      complain('certificateArn', 'A domain name needs a certificateArn, or a hostedZoneId to make one with');
    }
    if ((hostedZoneId === undefined) !== (hostedZoneName === undefined)) {
      complain('hostedZoneId', 'hostedZoneId and hostedZoneName belong together');
    }
    for (const [path, name] of Object.entries({ managementDomainName, chatDomainName })) {
      if (name && hostedZoneName && name !== hostedZoneName && !name.endsWith(`.${hostedZoneName}`)) {
        complain(path, `${name} is not in the hosted zone ${hostedZoneName}`);
      }
    }
    const { smtpHost, smtpFrom, smtpSecretName } = context.value;
    if ((smtpHost === undefined) !== (smtpFrom === undefined)) {
      complain('smtpHost', 'smtpHost and smtpFrom belong together');
    }
    if (smtpSecretName !== undefined && smtpHost === undefined) {
      complain('smtpSecretName', 'smtpSecretName needs smtpHost');
    }
    if (managementDomainName !== undefined && managementDomainName === chatDomainName) {
      complain('chatDomainName', 'The two addresses need different names');
    }
  });

export type Config = z.output<typeof schema>;

/** A message for the operator, instead of a stack trace. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from a construct tree's context.
 *
 * @throws ConfigError with one line for each key that is wrong
 */
export function readConfig(node: Node): Config {
  const context = Object.entries(node.getAllContext() as Record<string, unknown>);
  return parseConfig(
    Object.fromEntries(
      context
        .filter(([key]) => key.startsWith(PREFIX))
        .map(([key, value]) => [key.slice(PREFIX.length), value]),
    ),
  );
}

/** @throws ConfigError */
export function parseConfig(values: Record<string, unknown>): Config {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown key ${issue.keys.map((key) => PREFIX + key).join(', ')}; known are ${Object.keys(schema.shape).join(', ')}`
      : `${PREFIX}${issue.path.join('.')}: ${issue.message}`,
  );
  throw new ConfigError(`Invalid configuration:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
