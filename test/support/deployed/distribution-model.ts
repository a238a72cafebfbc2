import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { Gateway } from '#apps/local/gateway/gateway.ts';
import type { EdgeRequest, EdgeResponse } from '#apps/sites/edge/viewer-request.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { SITE_PROOF } from './firewall-model.ts';
import { type Assembly, getResources, referenceIn, type Template } from './template.ts';

/*
 * A small model of CloudFront: the behaviors of a distribution in the template, its functions, its response headers,
 * and its origins, which are the files that the deployment copies into the bucket and the APIs. It keeps nothing, but
 * says which responses an edge would keep.
 */

export type ViewerRequest = {
  method?: string;
  path: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string;
  ip?: string;
};

export type ViewerResponse = {
  status: number;
  headers: Headers;
  text: string;
  /** Seconds for which the edge keeps the response. */
  keptSeconds: number;
};

type Behavior = {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  CachePolicyId: unknown;
  OriginRequestPolicyId?: unknown;
  ResponseHeadersPolicyId: unknown;
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[];
};
type Origin = {
  Id: string;
  DomainName: unknown;
  OriginPath?: unknown;
  S3OriginConfig?: object;
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[];
};
export type DistributionConfig = {
  DefaultCacheBehavior: Behavior;
  CacheBehaviors: Behavior[];
  Origins: Origin[];
  Aliases?: string[];
  ViewerCertificate?: { AcmCertificateArn?: string };
  CustomErrorResponses?: { ErrorCode: number; ErrorCachingMinTTL: number; ResponsePagePath?: string }[];
};

const MANAGED_CACHE_POLICIES: Record<string, { keeps: boolean }> = {
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { keeps: false },
  '658327ea-f89d-4fab-a63d-7e88639e58f6': { keeps: true },
};
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

export function getDistribution(template: Template, site: 'Console' | 'Bots'): DistributionConfig {
  const found = getResources(template, 'AWS::CloudFront::Distribution').find(([id]) =>
    id.startsWith(`Sites${site}`),
  );
  if (!found) throw new Error(`There is no distribution ${site}`);
  return found[1].Properties.DistributionConfig;
}

/** Finds the behavior for a path: the first whose pattern fits, as CloudFront does. */
export function findBehavior(
  { CacheBehaviors, DefaultCacheBehavior }: DistributionConfig,
  path: string,
): Behavior {
  const fits = ({ PathPattern = '*' }: Behavior) =>
    new RegExp(`^${PathPattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(path);
  return CacheBehaviors.find(fits) ?? DefaultCacheBehavior;
}

/** Returns a function that sends a request to the distribution. */
export function distributionModel(assembly: Assembly, site: 'Console' | 'Bots', gateway?: Gateway) {
  const { template } = assembly;
  const distribution = getDistribution(template, site);
  const files = readBucket(assembly);

  return async (sent: ViewerRequest): Promise<ViewerResponse> => {
    const { method = 'GET', ip = '198.51.100.7' } = sent;
    const behavior = findBehavior(distribution, sent.path);
    if (!behavior.AllowedMethods.includes(method)) return toResponse(403, {}, '', 0);
    const headers = { host: 'site.example.com', ...lowerCase(sent.headers ?? {}) };
    const request = { method, uri: sent.path, headers: toValues(headers) };
    const passed = runFunctions(template, behavior, request, ip);
    if ('statusCode' in passed) {
      return toResponse(passed.statusCode, fromValues(passed.headers), passed.body, 0);
    }
    const origin = distribution.Origins.find(({ Id }) => Id === behavior.TargetOriginId);
    if (!origin) throw new Error('The behavior has no origin');
    const response = origin.S3OriginConfig
      ? fromBucket(files, `${String(origin.OriginPath)}${passed.uri}`)
      : await fromApi(template, origin, behavior, passed, sent, gateway);
    const added = headersOfPolicy(template, behavior.ResponseHeadersPolicyId, 'origin' in headers);
    for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
    runResponseFunctions(template, behavior, response, sent.query);
    return { ...response, keptSeconds: getKeptSeconds(template, behavior, response) };
  };
}

/** Lists the files below a folder, with their text. */
function readFolder(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file), readFileSync(file, 'utf8')]);
}

/** Returns the name of the service stack in the assembly. */
function stackName(folder: string): string {
  const names = readdirSync(folder).flatMap((name) => /^(.+)-data\.template\.json$/.exec(name)?.[1] ?? []);
  return names[0] ?? '';
}

type BucketFile = { body: string; headers: Record<string, string> };

/** Reads the files of all copies into the bucket, by key. */
function readBucket({ folder, template }: Assembly): Map<string, BucketFile> {
  const manifest = JSON.parse(readFileSync(join(folder, `${stackName(folder)}.assets.json`), 'utf8')) as {
    files: Record<string, { source: { path: string; packaging: string } }>;
  };
  const bucket = new Map<string, BucketFile>();
  for (const [, { Properties }] of getResources(template, 'Custom::CDKBucketDeployment')) {
    const { 'cache-control': cacheControl, 'content-type': contentType } = Properties.SystemMetadata;
    for (const key of Properties.SourceObjectKeys as string[]) {
      const asset = manifest.files[key.replace(/\.zip$/, '')];
      if (asset?.source.packaging !== 'zip') throw new Error(`The copy ${key} is not a folder`);
      for (const [file, body] of readFolder(join(folder, asset.source.path))) {
        bucket.set(`/${file}`, {
          body,
          headers: { 'cache-control': cacheControl, 'content-type': contentType },
        });
      }
    }
  }
  return bucket;
}

function fromBucket(files: Map<string, BucketFile>, key: string) {
  const file = files.get(key);
  // A reader who may not list the bucket does not get to know that there is no such file.
  return file ? toResponse(200, file.headers, file.body, 0) : toResponse(403, {}, 'AccessDenied', 0);
}

async function fromApi(
  template: Template,
  origin: Origin,
  behavior: Behavior,
  { method, uri, headers }: EdgeRequest,
  { query = '', body = '' }: ViewerRequest,
  gateway: Gateway | undefined,
) {
  if (!gateway) throw new Error('This test has no APIs');
  const policy = behavior.OriginRequestPolicyId;
  const propertiesOf = (reference: unknown) => template.Resources[referenceIn(reference) ?? '']?.Properties;
  const allowed: string[] | undefined =
    policy === ALL_VIEWER_EXCEPT_HOST
      ? undefined
      : [
          ...(propertiesOf(policy)?.OriginRequestPolicyConfig.HeadersConfig.Headers ?? []),
          // What is in the cache key is passed on, too.
          ...getKeyHeaders(template, behavior),
        ];
  const passed = Object.entries(fromValues(headers)).filter(
    ([name]) => name !== 'host' && (!allowed || allowed.some((one) => one.toLowerCase() === name)),
  );
  const proofs = (origin.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }): [string, string] => [
    HeaderName,
    valueOfProof(HeaderValue),
  ]);
  // The stage is a resource, whose name is `api`.
  const path = `${origin.OriginPath === undefined ? '' : '/api'}${uri}`;
  const response = await gateway.handle(apiOf(origin), {
    method,
    path,
    queryString: allowed ? '' : query,
    headers: [['host', 'api.example.com'], ...passed.filter(([name]) => name !== 'x-site-proof'), ...proofs],
    body: Buffer.from(body),
    // An address of CloudFront.
    sourceIp: '130.176.0.1',
  });
  return {
    status: response.status,
    headers: new Headers(response.headers),
    text: response.body.toString('utf8'),
    keptSeconds: 0,
  };
}

/** Returns the headers that are part of the key under which the edge keeps a response. */
export function getKeyHeaders(template: Template, { CachePolicyId }: Behavior): string[] {
  const policy = template.Resources[referenceIn(CachePolicyId) ?? '']?.Properties.CachePolicyConfig;
  return policy?.ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers ?? [];
}

function apiOf({ DomainName }: Origin): Api {
  const name = JSON.stringify(DomainName);
  return /"Chat|chat\./.test(name) ? 'chat' : 'management';
}

function valueOfProof(value: unknown): string {
  if (JSON.stringify(value).includes('AWS::StackId')) return SITE_PROOF;
  throw new Error('The model knows one custom header of origins only');
}

function runFunctions(
  template: Template,
  { FunctionAssociations = [] }: Behavior,
  request: EdgeRequest,
  ip: string,
): EdgeRequest | EdgeResponse {
  const code = findFunction(template, FunctionAssociations, 'viewer-request');
  return code === undefined ? request : runFunction(code, { version: '1.0', viewer: { ip }, request });
}

/** CloudFront calls no function for errors. */
function runResponseFunctions(
  template: Template,
  { FunctionAssociations = [] }: Behavior,
  { status, headers }: Omit<ViewerResponse, 'keptSeconds'>,
  query = '',
): void {
  const code = findFunction(template, FunctionAssociations, 'viewer-response');
  if (code === undefined || status >= 400) return;
  const response = { statusCode: status, headers: toValues(Object.fromEntries(headers)) };
  const event = { version: '1.0', request: { querystring: toQueryObject(query) }, response };
  for (const [name, { value }] of Object.entries(runFunction<typeof response>(code, event).headers)) {
    headers.set(name, value ?? '');
  }
}

function findFunction(
  template: Template,
  associations: NonNullable<Behavior['FunctionAssociations']>,
  eventType: string,
): string | undefined {
  const found = associations.filter(({ EventType }) => EventType === eventType);
  if (found.length > 1) throw new Error('CloudFront takes one function for each type of event');
  if (found.length === 0) return undefined;
  return template.Resources[referenceIn(found[0]?.FunctionARN) ?? '']?.Properties.FunctionCode;
}

function runFunction<T>(code: string, event: object): T {
  return JSON.parse(runInNewContext(`${code};JSON.stringify(handler(${JSON.stringify(event)}))`, {}));
}

/** The query as events have it: values as they were sent, and all values of a name that is repeated. */
function toQueryObject(query: string) {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')]);
  return Object.fromEntries(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, group]) => {
      const values = group.map(([, value]) => ({ value }));
      return [name, { ...values[0], ...(values.length > 1 && { multiValue: values }) }];
    }),
  );
}

function headersOfPolicy(template: Template, policyId: unknown, isCors: boolean): Record<string, string> {
  const policy = template.Resources[referenceIn(policyId) ?? '']?.Properties.ResponseHeadersPolicyConfig;
  const { SecurityHeadersConfig: security = {}, CustomHeadersConfig: custom, CorsConfig: cors } = policy;
  const { StrictTransportSecurity: hsts, ContentSecurityPolicy: content } = security;
  return {
    ...(hsts && { 'strict-transport-security': `max-age=${hsts.AccessControlMaxAgeSec}` }),
    ...(security.ContentTypeOptions && { 'x-content-type-options': 'nosniff' }),
    ...(security.ReferrerPolicy && { 'referrer-policy': security.ReferrerPolicy.ReferrerPolicy }),
    ...(content && { 'content-security-policy': toText(content.ContentSecurityPolicy) }),
    ...Object.fromEntries(
      (custom?.Items ?? []).map(({ Header, Value }: { Header: string; Value: string }) => [Header, Value]),
    ),
    ...(cors && isCors && { 'access-control-allow-origin': cors.AccessControlAllowOrigins.Items.join() }),
  };
}

/** Joins text, with the domain names of distributions as `<logical id>`. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join } = value as { 'Fn::Join'?: [string, unknown[]] };
  return join ? join[1].map(toText).join(join[0]) : `<${referenceIn(value)}>`;
}

function getKeptSeconds(template: Template, behavior: Behavior, { status, headers }: ViewerResponse): number {
  const managed = MANAGED_CACHE_POLICIES[String(behavior.CachePolicyId)];
  const own = template.Resources[referenceIn(behavior.CachePolicyId) ?? '']?.Properties.CachePolicyConfig;
  if (!managed && !own) throw new Error('The model does not know this cache policy');
  const cacheControl = headers.get('cache-control') ?? '';
  if (managed?.keeps === false || status >= 400 || /no-store/.test(cacheControl)) return 0;
  const maxAge = Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? own?.DefaultTTL ?? 86_400);
  return Math.min(maxAge, own?.MaxTTL ?? maxAge);
}

function toResponse(
  status: number,
  headers: Record<string, string>,
  text: string,
  keptSeconds: number,
): ViewerResponse {
  return { status, headers: new Headers(headers), text, keptSeconds };
}

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const toValues = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, { value }]));
const fromValues = (headers: EdgeRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
