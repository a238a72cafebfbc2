import { afterAll, beforeAll, describe } from 'vitest';
import { createRouter, MalformedPathError } from '#apps/local/gateway/route.ts';
import { routes } from '#functions/endpoints.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import type { Api as ApiName, Endpoint } from '#lib/platform/http/contract.ts';
import { parseJson } from '#lib/platform/json/parse-json.ts';
import { checkResponse, isJson } from './check-response.ts';
import { directTarget, httpTarget, remoteTarget, type Target } from './target.ts';

export type ApiRequest = {
  /** Which of the two APIs to call. Defaults to management. */
  api?: ApiName;
  method: string;
  /** Percent-encoded path, without the query. */
  path: string;
  /** Query parameters. A list becomes a repeated key. */
  query?: Record<string, string | number | boolean | string[]>;
  headers?: Record<string, string>;
  /** Defaults to an editor token of the suite's workspace if the endpoint needs one. null sends none. */
  token?: string | null;
  /** Body, sent as JSON. */
  body?: unknown;
  /** Body, sent unchanged instead of `body`. */
  rawBody?: string | Buffer;
  /** Content type of the body. Defaults to application/json. null sends none. */
  contentType?: string | null;
};

export type ApiResponse = {
  status: number;
  headers: Headers;
  /** Parsed body if it is JSON, otherwise text. Undefined if empty. */
  body: unknown;
  text: string;
};

/** The service under test. */
export type Api = {
  target: TargetName;
  /** Whether tests can call the stores directly. False for a remote service: skip tests that need it. */
  canReachStore: boolean;
  /** Whether a 413 names the size of the request. API Gateway's response templates cannot. */
  namesSizes: boolean;
  /** Whether the functions run in this process, so that tests can inject database faults. */
  canInjectFaults: boolean;
  /** Id of the suite's own workspace. Available from `beforeAll` on. */
  readonly workspaceId: string;
  /** Sends the request and checks the response against its contract. */
  request(request: ApiRequest): Promise<ApiResponse>;
  /** Returns a token of the suite's workspace. A remote service only has an editor token. */
  tokenFor(role: Role): Promise<string>;
  /** Returns an admin token of another workspace. Not available for a remote service. */
  strangerToken(): Promise<string>;
};

type TargetName = 'direct' | 'http' | 'assets' | 'remote';

/**
 * Runs a suite against each target: `direct` calls the gateway and the functions in this process, `http` goes
 * through the local server. TEST_TARGET=assets runs only `assets`, the synthesized stack with its bundles and
 * permissions. If BASE_URL, CHAT_URL and TOKEN (a token with the editor role) are set, the suite runs only
 * against `remote`, the deployed service at those URLs, in the token's workspace. Every other target starts
 * with an empty database and its own workspace.
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
          throw new Error('The service is only available from beforeAll on, not while tests are collected');
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
        namesSizes: target === 'direct' || target === 'http',
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
    throw new Error('A remote service only has the token in TOKEN: skip the test unless api.canReachStore');
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

/** Asks the service which workspace a token belongs to. */
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
  // Imported dynamically, because the stores read the database endpoint from the environment.
  const { insertWorkspace } = await import('#lib/workspaces/store/workspace-store.ts');
  const { insertToken } = await import('#lib/workspaces/tokens/store/token-store.ts');
  const newToken = async (workspaceId: string, role: Role) =>
    (await insertToken({ workspaceId, role, name: role })).token;

  const { id: workspaceId } = await insertWorkspace({ name: 'Test' });
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
      strangerToken ??= insertWorkspace({ name: 'Strangers' }).then(({ id }) => newToken(id, 'admin'));
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
    const findRoute = createRouter(routes.filter((endpoint) => endpoint.api === api));
    return findRoute(path)?.endpoints.find((endpoint) => endpoint.method === method);
  } catch (error) {
    if (error instanceof MalformedPathError) return undefined;
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
