import { afterAll, beforeAll, describe } from 'vitest';
import { MalformedPath, matchRoute } from '#lib/apps/local/route.ts';
import type { Role } from '#lib/auth/role.ts';
import { endpoints } from '#lib/endpoints.ts';
import type { Api as ApiName, Endpoint } from '#lib/http/contract.ts';
import { parseJson } from '#lib/json/parse-json.ts';
import { checkResponse, isJson } from './check-response.ts';
import { directTarget, httpTarget, remoteTarget, type Target } from './target.ts';

export type ApiRequest = {
  /** Default: management. */
  api?: ApiName;
  method: string;
  /** Percent-encoded, without the query. */
  path: string;
  /** A list becomes a repeated key. */
  query?: Record<string, string | number | boolean | string[]>;
  headers?: Record<string, string>;
  /** Default: an editor's token in the suite's workspace, if the endpoint needs one. null sends none. */
  token?: string | null;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Buffer;
  /** Content type of the body. Default: application/json. null sends none. */
  contentType?: string | null;
};

export type ApiResponse = {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON, otherwise the text. Undefined if empty. */
  body: unknown;
  text: string;
};

/** The service as a suite sees it. */
export type Api = {
  target: TargetName;
  /** Whether a test may call the stores itself. False on a remote service: skip what needs it. */
  canReachStore: boolean;
  /** Whether the functions run in this process, so that a test can make the database fail under them. */
  canInjectFaults: boolean;
  /** The suite's own workspace. Available from `beforeAll` on. */
  readonly workspaceId: string;
  /** Sends the request and checks the response against its contract. */
  request(request: ApiRequest): Promise<ApiResponse>;
  /** A token of the suite's workspace. A remote service has only the editor's. */
  tokenFor(role: Role): Promise<string>;
  /** An admin token of another workspace. Not available on a remote service. */
  strangerToken(): Promise<string>;
};

type TargetName = 'direct' | 'http' | 'assets' | 'remote';

/**
 * Runs one suite against every way to reach the service: `direct`, through the gateway and the functions in
 * this process, and `http`, through the local server. With TEST_TARGET=assets it runs only `assets`, the
 * synthesised stack with its bundles and permissions. With BASE_URL, CHAT_URL and TOKEN (an editor's) set it
 * runs only `remote`, the service at those URLs, in the token's workspace. Each run has an empty database
 * and a workspace of its own.
 *
 * @example
 * describeApi('get-bot', (api) => {
 *   describe('404', () => {
 *     it('for an unknown bot', async () => {
 *       const { status } = await api.request({ method: 'GET', path: '/v1/bots/unknown' });
 *       expect(status).toBe(404);
 *     });
 *   });
 * });
 */
export function describeApi(name: string, suite: (api: Api) => void): void {
  const targets = targetsToTest();
  for (const target of targets) {
    describe(`${name} (${target})`, () => {
      let service: Service | undefined;
      const started = (): Service => {
        if (!service)
          throw new Error('The service is there from beforeAll on, not while tests are collected');
        return service;
      };
      beforeAll(async () => {
        service = await startService(target);
      });
      afterAll(async () => {
        await service?.stop();
      });
      suite({
        target,
        canReachStore: target !== 'remote',
        canInjectFaults: target === 'direct' || target === 'http',
        get workspaceId() {
          return started().workspaceId;
        },
        request: (request) => send(started(), request),
        tokenFor: (role) => started().tokenFor(role),
        strangerToken: () => started().strangerToken(),
      });
    });
  }
}

type Service = {
  target: Target;
  workspaceId: string;
  tokenFor(role: Role): Promise<string>;
  strangerToken(): Promise<string>;
  stop(): Promise<void>;
};

function targetsToTest(): TargetName[] {
  if (isRemote()) return ['remote'];
  return process.env.TEST_TARGET === 'assets' ? ['assets'] : ['direct', 'http'];
}

function isRemote(): boolean {
  const { BASE_URL, CHAT_URL, TOKEN } = process.env;
  return Boolean(BASE_URL && CHAT_URL && TOKEN);
}

async function startService(target: TargetName): Promise<Service> {
  return target === 'remote' ? await remoteService() : await ownService(target);
}

async function remoteService(): Promise<Service> {
  const { BASE_URL = '', CHAT_URL = '', TOKEN = '', WORKSPACE_ID } = process.env;
  const needsStore = async () => {
    throw new Error('Only the token in TOKEN is there on a remote service: skip if not api.canReachStore');
  };
  const target = await remoteTarget(BASE_URL, CHAT_URL);
  return {
    target,
    workspaceId: WORKSPACE_ID || (await toWorkspace(target, TOKEN)),
    tokenFor: async (role) => (role === 'editor' ? TOKEN : await needsStore()),
    strangerToken: needsStore,
    stop: target.stop,
  };
}

/** The workspace that a token belongs to, according to the service. */
async function toWorkspace(target: Target, token: string): Promise<string> {
  const { status, text } = await target.send({
    api: 'management',
    method: 'GET',
    pathAndQuery: '/v1/me',
    headers: [['Authorization', `Bearer ${token}`]],
    body: undefined,
  });
  if (status !== 200) throw new Error(`GET /v1/me answered ${status}: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { token: { workspaceId: string } }).token.workspaceId;
}

async function ownService(name: Exclude<TargetName, 'remote'>): Promise<Service> {
  const { startTestDatabase } = await import('./test-database.ts');
  const database = await startTestDatabase();
  // Imported late, because the stores read the database's address from the environment.
  const { createWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
  const { createToken } = await import('#lib/tokens/store/token-store.ts');
  const newToken = async (workspaceId: string, role: Role) =>
    (await createToken({ workspaceId, role, name: role })).token;

  const { id: workspaceId } = await createWorkspace({ name: 'Test' });
  const target = await ownTarget(name, database.endpoint);
  const tokens = new Map<Role, Promise<string>>();
  let strangerToken: Promise<string> | undefined;
  return {
    target,
    workspaceId,
    tokenFor(role) {
      const token = tokens.get(role) ?? newToken(workspaceId, role);
      tokens.set(role, token);
      return token;
    },
    strangerToken() {
      strangerToken ??= createWorkspace({ name: 'Strangers' }).then(({ id }) => newToken(id, 'admin'));
      return strangerToken;
    },
    async stop() {
      await target.stop();
      await database.stop();
    },
  };
}

async function ownTarget(name: Exclude<TargetName, 'remote'>, databaseEndpoint: string): Promise<Target> {
  if (name === 'direct') return await directTarget();
  if (name === 'http') return await httpTarget();
  const { assetsTarget } = await import('./deployed/assets-target.ts');
  return await assetsTarget(databaseEndpoint);
}

async function send(service: Service, request: ApiRequest): Promise<ApiResponse> {
  const { api = 'management', method, path, token = await defaultToken(service, request) } = request;
  const body = getBody(request);
  const contentType = request.contentType === undefined ? 'application/json' : request.contentType;
  const query = toQueryString(request.query ?? {});
  const response = await service.target.send({
    api,
    method,
    pathAndQuery: query === '' ? path : `${path}?${query}`,
    headers: Object.entries({
      ...(body && contentType !== null && { 'Content-Type': contentType }),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...request.headers,
    }),
    body,
  });
  const parsed: ApiResponse = {
    ...response,
    body: response.text === '' ? undefined : parsedBody(response),
  };
  // Responses to OPTIONS and HEAD have no body to check.
  if (method !== 'OPTIONS' && method !== 'HEAD') checkResponse(findEndpoint(api, method, path), parsed);
  return parsed;
}

async function defaultToken(service: Service, { api = 'management', method, path }: ApiRequest) {
  const endpoint = findEndpoint(api, method, path);
  const isAsked = endpoint ? endpoint.auth === 'bearer' : api === 'management';
  return isAsked ? await service.tokenFor('editor') : null;
}

function findEndpoint(api: ApiName, method: string, path: string): Endpoint | undefined {
  try {
    const route = matchRoute(
      endpoints.filter((endpoint) => endpoint.api === api),
      path,
    );
    return route?.endpoints.find((endpoint) => endpoint.method === method);
  } catch (error) {
    if (error instanceof MalformedPath) return undefined;
    throw error;
  }
}

function parsedBody({ headers, text }: { headers: Headers; text: string }): unknown {
  return isJson(headers) ? parseJson(text) : text;
}

function getBody({ body, rawBody }: ApiRequest): Buffer | undefined {
  if (rawBody !== undefined) return Buffer.from(rawBody);
  return body === undefined ? undefined : Buffer.from(JSON.stringify(body));
}

function toQueryString(query: NonNullable<ApiRequest['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}
