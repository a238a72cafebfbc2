import { randomUUID } from 'node:crypto';
import type { Api, Endpoint } from '#lib/http/contract.ts';
import { preflightHeaders } from '#lib/http/cors.ts';
import { MAX_REQUEST_BODY_BYTES } from '#lib/http/gateway-responses.ts';
import { MAX_INVOCATION_BYTES } from '#lib/lambda/invocation-payload.ts';
import { type Call, gatewayAnswer } from './gateway-answer.ts';
import { type GatewayAnswer, type GatewayRequest, getHeader } from './gateway-request.ts';
import { InvocationTimeout, invoke, type LambdaFunction } from './lambda-invocation.ts';
import { proxyAnswer } from './proxy-answer.ts';
import { ACCOUNT_ID, type AuthorizerContext, proxyEvent, STAGE } from './proxy-event.ts';
import { MalformedPath, matchRoute, type Route } from './route.ts';
import { createTokenAuthorizer } from './token-authorizer.ts';

export type GatewayOptions = {
  endpoints: readonly Endpoint[];
  /** Loads the handler of the endpoint with this id. */
  loadFunction: (endpointId: string) => Promise<LambdaFunction>;
  authorizer: LambdaFunction;
  /** The current time in epoch milliseconds. */
  nowMs?: () => number;
  /** Called with the reason why a caller got a 5xx from the gateway. The caller never learns it. */
  onFault?: (error: unknown) => void;
};

export type Gateway = {
  handle(api: Api, request: GatewayRequest): Promise<GatewayAnswer>;
};

/**
 * API Gateway without the sockets: two REST APIs with Lambda proxy integrations, a token authorizer and the
 * gateway responses of `lib/http/gateway-responses.ts`. Checks the path, then the token, then the size, and
 * then calls the function. Never rejects: every failure becomes a response.
 */
export function createGateway({
  endpoints,
  loadFunction,
  authorizer,
  nowMs = Date.now,
  onFault = () => {},
}: GatewayOptions): Gateway {
  const authorize = createTokenAuthorizer({ authorizer, nowMs });

  async function answerTo(call: Call, request: GatewayRequest): Promise<GatewayAnswer> {
    const { api, requestId } = call;
    let route: Route | undefined;
    try {
      route = matchRoute(
        endpoints.filter((endpoint) => endpoint.api === api),
        request.path,
      );
    } catch (error) {
      if (!(error instanceof MalformedPath)) throw error;
      const message = 'The path is not valid percent-encoding';
      return gatewayAnswer('DEFAULT_4XX', call, { status: 400, message });
    }
    if (route && api === 'chat' && request.method === 'OPTIONS') return preflight(route);
    const endpoint = route?.endpoints.find(({ method }) => method === request.method);
    if (!route || !endpoint) return gatewayAnswer('MISSING_AUTHENTICATION_TOKEN', call);

    let authorizerContext: AuthorizerContext | undefined;
    if (endpoint.auth === 'bearer') {
      const authorization = await authorize(
        api,
        getHeader(request, 'authorization'),
        `arn:aws:execute-api:local:${ACCOUNT_ID}:${api}/${STAGE}/${request.method}${request.path}`,
      );
      if ('refusedWith' in authorization) {
        if (authorization.cause !== undefined) onFault(authorization.cause);
        return gatewayAnswer(authorization.refusedWith, call);
      }
      authorizerContext = authorization.context;
    }

    const bodyBytes = request.bodyBytes ?? request.body.length;
    if (bodyBytes > MAX_REQUEST_BODY_BYTES) {
      return tooLarge(call, 'API Gateway takes a body', MAX_REQUEST_BODY_BYTES, bodyBytes);
    }
    const eventJson = JSON.stringify(
      proxyEvent({ api, request, route, authorizer: authorizerContext, requestId, nowMs: nowMs() }),
    );
    const eventBytes = Buffer.byteLength(eventJson);
    if (eventBytes > MAX_INVOCATION_BYTES) {
      return tooLarge(call, 'Lambda takes an event', MAX_INVOCATION_BYTES, eventBytes);
    }
    return await callFunction(endpoint, eventJson, call);
  }

  async function callFunction(endpoint: Endpoint, eventJson: string, call: Call): Promise<GatewayAnswer> {
    try {
      const returned = await invoke(() => loadFunction(endpoint.id), eventJson, {
        functionName: endpoint.id,
        memoryMb: endpoint.memoryMb,
        timeoutMs: endpoint.timeoutSeconds * 1_000,
      });
      const bytes = Buffer.byteLength(returned?.json ?? '');
      if (bytes > MAX_INVOCATION_BYTES) {
        throw new Error(`${endpoint.id} returned ${bytes} bytes; Lambda takes ${MAX_INVOCATION_BYTES}`);
      }
      const answer = proxyAnswer(returned?.value);
      if (!answer) throw new Error(`${endpoint.id} returned something that is not a Lambda proxy response`);
      return answer;
    } catch (error) {
      onFault(error);
      return error instanceof InvocationTimeout
        ? gatewayAnswer('INTEGRATION_TIMEOUT', call)
        : gatewayAnswer('DEFAULT_5XX', call, { status: 502 });
    }
  }

  return {
    async handle(api, request) {
      const requestId = randomUUID();
      const answer = await answerTo({ api, requestId }, request);
      return {
        status: answer.status,
        headers: [...answer.headers, ['x-amzn-RequestId', requestId]],
        body: request.method === 'HEAD' ? Buffer.alloc(0) : answer.body,
      };
    },
  };
}

function preflight(route: Route): GatewayAnswer {
  const headers = preflightHeaders(route.endpoints.map(({ method }) => method));
  return { status: 204, headers: Object.entries(headers), body: Buffer.alloc(0) };
}

function tooLarge(call: Call, what: string, limitBytes: number, actualBytes: number): GatewayAnswer {
  const message = `The request is too large: ${what} of at most ${limitBytes} bytes, this one has ${actualBytes}`;
  return gatewayAnswer('REQUEST_TOO_LARGE', call, { message, limitBytes, actualBytes });
}
