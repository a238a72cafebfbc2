import { randomUUID } from 'node:crypto';
import { type Api, answersHead, type Endpoint, getFunctionId } from '#lib/platform/http/contract.ts';
import { MAX_REQUEST_BODY_BYTES } from '#lib/platform/http/gateway-responses.ts';
import { findUnknownPath, getUnknownPaths } from '#lib/platform/http/unknown-paths.ts';
import { MAX_INVOCATION_BYTES } from '#lib/platform/json/invocation-payload.ts';
import { type Call, type ErrorDetails, gatewayErrorResponse } from './gateway-error-response.ts';
import { type GatewayRequest, getHeader, type RawResponse } from './gateway-request.ts';
import { InvocationTimeoutError, invoke, type LambdaFunction } from './lambda-invocation.ts';
import { preflightResponse } from './preflight-response.ts';
import { ACCOUNT_ID, type AuthorizerContext, proxyEvent, STAGE } from './proxy-event.ts';
import { parseProxyResponse } from './proxy-response.ts';
import { createRouter, MalformedPathError, type Route, type Router } from './route.ts';
import { type Authorization, createTokenAuthorizer } from './token-authorizer.ts';

export type GatewayOptions = {
  endpoints: readonly Endpoint[];
  /** Loads the handler of an endpoint. */
  loadFunction: (endpointId: string) => Promise<LambdaFunction>;
  authorizer: LambdaFunction;
  /** Responds to a preflight request. */
  respondToPreflight?: typeof preflightResponse;
  /** Builds the gateway's own error responses. */
  respondItself?: typeof gatewayErrorResponse;
  /** The current time in epoch milliseconds. */
  nowMs?: () => number;
  /** Called with the cause of a 5xx that the gateway sent. Callers never see the cause. */
  onFault?: (error: unknown) => void;
};

export type Gateway = {
  handle(api: Api, request: GatewayRequest): Promise<RawResponse>;
};

/** A call with a known path and, if its endpoint needs one, a valid token. */
type AcceptedCall = {
  call: Call;
  request: GatewayRequest;
  route: Route;
  caller?: AuthorizerContext;
};

/**
 * Emulates API Gateway in process, without sockets: two REST APIs with Lambda proxy integrations, a token
 * authorizer, and the gateway responses of `lib/platform/http/gateway-responses.ts`. Checks the path, then the token,
 * then the size, then calls the function. Never rejects: every failure becomes a response.
 */
export function createGateway({
  endpoints,
  loadFunction,
  authorizer,
  respondToPreflight = preflightResponse,
  respondItself = gatewayErrorResponse,
  nowMs = Date.now,
  onFault = () => {},
}: GatewayOptions): Gateway {
  const createApiRouter = (api: Api) => createRouter(endpoints.filter((endpoint) => endpoint.api === api));
  const routers: Record<Api, Router> = {
    management: createApiRouter('management'),
    chat: createApiRouter('chat'),
  };
  const chatEndpoints = endpoints.filter(({ api }) => api === 'chat');
  const unknownPaths = getUnknownPaths(chatEndpoints.map(({ path }) => path));
  const respondToOptions = (api: Api, route: Route | undefined, request: GatewayRequest) => {
    const resource = findPreflightResource(api, route, request.path);
    return resource && respondToPreflight(api, resource, getHeader(request, 'origin'));
  };
  const findPreflightResource = (api: Api, route: Route | undefined, path: string) => {
    if (route) return { path: route.resource, endpoints: route.endpoints };
    const unknown = api === 'chat' ? findUnknownPath(unknownPaths, path) : undefined;
    return unknown === undefined ? undefined : { path: unknown, endpoints: chatEndpoints };
  };
  const authorize = createTokenAuthorizer({ authorizer, nowMs });

  async function respondTo(call: Call, request: GatewayRequest): Promise<RawResponse> {
    const { api } = call;
    const route = findRoute(routers[api], request.path);
    if (route === 'malformed') {
      const message = 'The path is not valid percent-encoding';
      return respondItself('DEFAULT_4XX', call, { status: 400, message });
    }
    const preflight = request.method === 'OPTIONS' && respondToOptions(api, route, request);
    if (preflight) return preflight;
    const endpoint = route && findEndpoint(route, request.method);
    if (!route || !endpoint) return respondItself('MISSING_AUTHENTICATION_TOKEN', call);
    if (endpoint.auth !== 'bearer') return await sendToFunction(endpoint, { call, request, route });

    const authorization = await authorize(
      api,
      getHeader(request, 'authorization'),
      `arn:aws:execute-api:local:${ACCOUNT_ID}:${api}/${STAGE}/${request.method}${request.path}`,
    );
    if ('refusedWith' in authorization) return refuse(authorization, call);
    return await sendToFunction(endpoint, { call, request, route, caller: authorization.context });
  }

  function refuse(
    { refusedWith, cause }: Exclude<Authorization, { context: AuthorizerContext }>,
    call: Call,
  ): RawResponse {
    if (cause !== undefined) onFault(cause);
    return respondItself(refusedWith, call);
  }

  /** Checks the sizes, which API Gateway does last. */
  async function sendToFunction(
    endpoint: Endpoint,
    { call, request, route, caller }: AcceptedCall,
  ): Promise<RawResponse> {
    const bodyBytes = request.bodyBytes ?? request.body.length;
    if (bodyBytes > MAX_REQUEST_BODY_BYTES) {
      return respondItself(
        'REQUEST_TOO_LARGE',
        call,
        tooLarge('API Gateway accepts a body', MAX_REQUEST_BODY_BYTES, bodyBytes),
      );
    }
    const eventJson = JSON.stringify(
      proxyEvent({ ...call, request, route, authorizer: caller, nowMs: nowMs() }),
    );
    const eventBytes = Buffer.byteLength(eventJson);
    if (eventBytes > MAX_INVOCATION_BYTES) {
      return respondItself(
        'REQUEST_TOO_LARGE',
        call,
        tooLarge('Lambda accepts an event', MAX_INVOCATION_BYTES, eventBytes),
      );
    }
    return await callFunction(endpoint, eventJson, call);
  }

  async function callFunction(endpoint: Endpoint, eventJson: string, call: Call): Promise<RawResponse> {
    try {
      const returned = await invoke(() => loadFunction(getFunctionId(endpoint)), eventJson, {
        functionName: getFunctionId(endpoint),
        memoryMb: endpoint.memoryMb,
        timeoutMs: endpoint.timeoutSeconds * 1_000,
      });
      const bytes = Buffer.byteLength(returned?.json ?? '');
      if (bytes > MAX_INVOCATION_BYTES) {
        throw new Error(`${endpoint.id} returned ${bytes} bytes; Lambda takes ${MAX_INVOCATION_BYTES}`);
      }
      const response = parseProxyResponse(returned?.value);
      if (!response) throw new Error(`${endpoint.id} returned something that is not a Lambda proxy response`);
      return response;
    } catch (error) {
      onFault(error);
      return error instanceof InvocationTimeoutError
        ? respondItself('INTEGRATION_TIMEOUT', call)
        : respondItself('DEFAULT_5XX', call, { status: 502 });
    }
  }

  return {
    async handle(api, request) {
      const requestId = randomUUID();
      const response = await respondTo({ api, requestId }, { ...request, path: withoutStage(request.path) });
      return {
        status: response.status,
        headers: [...response.headers, ['x-amzn-RequestId', requestId]],
        body: request.method === 'HEAD' ? Buffer.alloc(0) : response.body,
      };
    },
  };
}

function findRoute(router: Router, path: string): Route | 'malformed' | undefined {
  try {
    return router(path);
  } catch (error) {
    if (error instanceof MalformedPathError) return 'malformed';
    throw error;
  }
}

function findEndpoint({ endpoints }: Route, method: string): Endpoint | undefined {
  return endpoints.find(
    (candidate) => candidate.method === method || (method === 'HEAD' && answersHead(candidate)),
  );
}

/**
 * In a deployment, the path begins with the stage or, at a custom domain, may begin with it. Typebot's clients
 * always send it.
 */
function withoutStage(path: string): string {
  return path.startsWith(`/${STAGE}/`) ? path.slice(STAGE.length + 1) : path;
}

function tooLarge(what: string, limitBytes: number, actualBytes: number): ErrorDetails {
  const message = `The request is too large: ${what} of at most ${limitBytes} bytes, this one has ${actualBytes}`;
  return { message, limitBytes, actualBytes };
}
