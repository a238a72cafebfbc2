import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { createRouter, MalformedPathError } from '#apps/local/gateway/route.ts';
import { correctApiPath } from '#apps/sites/site-paths.ts';
import { routes } from '#functions/endpoints.ts';
import type { Api, Endpoint } from '#lib/platform/http/contract.ts';
import { errorEnvelope } from '#lib/platform/http/error-envelope.ts';
import { checkResponse, isJson } from '#test/support/check-response.ts';
import { FIXTURES } from '#test/support/endpoints/fixtures.ts';
import { isCompatibleRoute, takesAnyQuery } from '#test/support/query-rules.ts';
import type { PlannedRequest } from './planned-request.ts';
import { requestsTo } from './requests.ts';
import { type ReceivedResponse, sendRaw } from './wire.ts';
import { NOTHING_YET, type World } from './world.ts';

export type FuzzOptions = {
  world: World;
  urls: Record<Api, string>;
  seed: number;
  count: number;
};

export type FuzzReport = {
  endpointId: string;
  /** Number of responses per status class, such as `2xx`. */
  statuses: Record<string, number>;
  /** Number of error responses, by message. */
  refusals: Record<string, number>;
  /** Distinct problems, each with the first request that caused it. */
  failures: Failure[];
};

export type Failure = { problem: string; request: string; times: number };

/** Number of write requests after which bots, results, sessions and tokens are created anew. */
const REQUESTS_PER_REFRESH = 60;
/** Derives a seed per operation, so that adding an operation does not change the requests to the others. */
const getSeed = (endpointId: string, seed: number) =>
  createHash('sha256').update(`${seed} ${endpointId}`).digest().readInt32BE();

/** Sends generated requests to one operation over HTTP, and checks every response. */
export async function fuzzOperation(endpoint: Endpoint, options: FuzzOptions): Promise<FuzzReport> {
  const { world, seed, count } = options;
  const plans = fc.sample(requestsTo(endpoint), { seed: getSeed(endpoint.id, seed), numRuns: count });
  const statuses: Record<string, number> = {};
  const refusals: Record<string, number> = {};
  const failures = new Map<string, Failure>();
  for (const [n, plan] of plans.entries()) {
    if (endpoint.method !== 'GET' && n % REQUESTS_PER_REFRESH === REQUESTS_PER_REFRESH - 1)
      await world.refresh();
    const exchange = toExchange(plan, endpoint, options);
    try {
      const response = await sendRaw(exchange.sent);
      const statusClass = `${Math.floor(response.status / 100)}xx`;
      statuses[statusClass] = (statuses[statusClass] ?? 0) + 1;
      if (response.status >= 400) {
        const refusal = `${response.status} ${generalised(getMessage(response))}`;
        refusals[refusal] = (refusals[refusal] ?? 0) + 1;
      }
      await checkExchange(endpoint, exchange, response, options);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const key = generalised(problem);
      const known = failures.get(key);
      if (known) known.times++;
      else failures.set(key, { problem, request: describe(exchange), times: 1 });
    }
  }
  return { endpointId: endpoint.id, statuses, refusals, failures: [...failures.values()] };
}

const generalised = (text: string) => text.replaceAll(/[a-z0-9]{24}|\d+|"[^"]*"/g, '…').slice(0, 120);

function getMessage({ text }: ReceivedResponse): string {
  return (parsed(text) as { message?: string } | undefined)?.message ?? '';
}

export type Exchange = {
  plan: PlannedRequest;
  sent: Parameters<typeof sendRaw>[0];
  /** The request body parsed as JSON, or undefined if it is not JSON. */
  body: unknown;
  path: string;
};

function toExchange(plan: PlannedRequest, { api }: Endpoint, { world, urls }: FuzzOptions): Exchange {
  const path = world.resolve(plan.path);
  const query = withoutEmpty(world.resolve(plan.query));
  const text = typeof plan.body === 'string' ? world.resolve(plan.body) : undefined;
  const token = toToken(plan, world);
  return {
    plan,
    path,
    body: text === undefined ? undefined : parsed(text),
    sent: {
      baseUrl: urls[api],
      method: plan.method,
      pathAndQuery: query === '' ? path : `${path}?${query}`,
      headers: [
        ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
        ...plan.headers.map(([name, value]): [string, string] => [name, world.resolve(value)]),
      ],
      body: text === undefined ? (plan.body as Buffer | undefined) : Buffer.from(text),
    },
  };
}

/** Drops the cursor if no response has provided one yet. */
function withoutEmpty(query: string): string {
  return query
    .split('&')
    .filter((pair) => pair !== `cursor=${NOTHING_YET}`)
    .join('&');
}

function toToken({ bearer, headers }: PlannedRequest, world: World): string | undefined {
  if (headers.filter(([name]) => name.toLowerCase() === 'authorization').length === 1) return undefined;
  switch (bearer) {
    case 'fitting':
      return world.tokens.admin;
    case 'viewer':
      return world.tokens.viewer;
    case 'foreign':
      return world.foreignToken;
    case 'unknown':
      return `bot_${'x'.repeat(42)}A`;
    case 'none':
      return undefined;
  }
}

async function checkExchange(
  endpoint: Endpoint,
  exchange: Exchange,
  response: ReceivedResponse,
  options: FuzzOptions,
): Promise<void> {
  const { sent } = exchange;
  // The local server corrects such paths of the chat API, and takes the stage off.
  const path =
    endpoint.api === 'chat' ? correctApiPath(exchange.path).replace(/^\/api(?=\/v)/, '') : exchange.path;
  if (response.status >= 500) throw new Error(`${response.status} ${response.text.slice(0, 300)}`);
  checkSecrecy(endpoint, response, options.world);
  if ('polluted' in {}) throw new Error('The prototype of all objects was changed');
  if (sent.method === 'HEAD' || sent.method === 'OPTIONS') return;
  // node:http rejects these before the gateway's routing, but in the same error envelope.
  if ([408, 417, 431].includes(response.status)) return void errorEnvelope.parse(JSON.parse(response.text));

  const body = isJson(response.headers) ? parsed(response.text) : response.text;
  const asked = findEndpoint(endpoint.api, sent.method, path);
  checkResponse(asked, { ...response, body });
  if (response.status !== 200) return;
  if (asked) checkQueryIsKnown(asked, sent.pathAndQuery);
  if (asked !== endpoint) return;
  learn(response, body, options.world);
  if (sent.method === 'GET') return await checkRepeatedRead(exchange, response);
  // A replayed response shows the state at the time of the original request.
  if (response.headers.has('idempotency-replayed')) return;
  const isForeign = endpoint.auth === 'bearer' && exchange.plan.bearer === 'foreign';
  // Addresses of Typebot have none: their functions are read back under their own addresses.
  await FIXTURES.get(endpoint.id)?.readBack?.({
    path,
    query: new URLSearchParams(sent.pathAndQuery.split('?').slice(1).join('?')),
    sent: exchange.body,
    received: body as Record<string, never>,
    toResult: options.world.toResult,
    read: (readPath) => read(readPath, isForeign, options),
  });
}

/** Checks that an own address has not ignored a query parameter. */
function checkQueryIsKnown(endpoint: Endpoint, pathAndQuery: string): void {
  if (isCompatibleRoute(endpoint) || takesAnyQuery(endpoint)) return;
  const { shape = {} } = (endpoint.request.query ?? {}) as { shape?: object };
  const [, ...query] = pathAndQuery.split('?');
  for (const name of new URLSearchParams(query.join('?')).keys()) {
    if (!Object.hasOwn(shape, name)) throw new Error('A query parameter was ignored');
  }
}

/** Checks that repeating a GET returns the same bytes. */
async function checkRepeatedRead({ sent }: Exchange, first: ReceivedResponse): Promise<void> {
  const second = await sendRaw(sent);
  if (second.text !== first.text) {
    throw new Error(`Two equal reads differ: ${first.text.slice(0, 500)} and ${second.text.slice(0, 500)}`);
  }
}

/** @param isForeign whether to read with the other workspace's token, for changes to that workspace's bots */
async function read(
  path: string,
  isForeign: boolean,
  { world, urls }: FuzzOptions,
): Promise<{ status: number; body: unknown }> {
  const { status, text } = await sendRaw({
    baseUrl: urls.management,
    method: 'GET',
    pathAndQuery: path,
    headers: [['Authorization', `Bearer ${isForeign ? world.foreignToken : world.tokens.admin}`]],
    body: undefined,
  });
  return { status, body: JSON.parse(text) };
}

const NEW_SECRET = /bot_[A-Za-z0-9_-]{43}/;
/** The only operations that return a token, which is always a new one. */
const SHOWS_TOKEN = ['create-token', 'create-workspace', 'accept-invitation', 'create-sign-in'];
const STACK = /\bat .{1,200}:\d+:\d+\)|node:internal|node_modules|\.ts:\d+/;

function checkSecrecy({ id }: Endpoint, { text }: ReceivedResponse, { tokens, foreignToken }: World): void {
  const secrets = [...Object.values(tokens), foreignToken];
  const shown = secrets.some((secret) => text.includes(secret) || text.includes(toDigest(secret)));
  if (shown || (!SHOWS_TOKEN.includes(id) && NEW_SECRET.test(text)))
    throw new Error('A response shows a token');
  if (STACK.test(text)) throw new Error(`A response shows a stack trace: ${text.slice(0, 500)}`);
}

const digests = new Map<string, string>();

function toDigest(secret: string): string {
  const digest = digests.get(secret) ?? createHash('sha256').update(secret).digest('hex');
  digests.set(secret, digest);
  return digest;
}

function learn({ headers }: ReceivedResponse, body: unknown, world: World): void {
  const { nextCursor } = (body ?? {}) as { nextCursor?: unknown };
  const cursor = headers.get('x-next-cursor') ?? nextCursor;
  if (typeof cursor === 'string') world.learn('cursor', cursor);
  const etag = headers.get('etag');
  if (etag) world.learn('etag', etag);
}

function findEndpoint(api: Api, method: string, path: string): Endpoint | undefined {
  try {
    const findRoute = createRouter(routes.filter((endpoint) => endpoint.api === api));
    return findRoute(path)?.endpoints.find((endpoint) => endpoint.method === method);
  } catch (error) {
    if (error instanceof MalformedPathError) return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MAX_SHOWN_CHARS = 1_500;

function describe({ plan, sent }: Exchange): string {
  const { method, pathAndQuery, headers, body } = sent;
  const shownHeaders = headers
    .filter(([name]) => name !== 'Authorization')
    .map((header) => header.join(': '));
  return [
    `(${plan.kind}; ${plan.bearer} token)`,
    `${method} ${pathAndQuery}`,
    ...shownHeaders,
    '',
    body === undefined ? '' : JSON.stringify(body.toString()).slice(0, MAX_SHOWN_CHARS),
  ].join('\n');
}
