import * as z from 'zod';
import { createGateway, type Gateway } from '#apps/local/gateway/gateway.ts';
import type { GatewayRequest, RawResponse } from '#apps/local/gateway/gateway-request.ts';
import type { LambdaFunction } from '#apps/local/gateway/lambda-invocation.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';

/** Builds an endpoint, with defaults for all fields not given. */
export function fakeEndpoint(fields: Partial<Endpoint>): Endpoint {
  return {
    id: 'fake',
    method: 'GET',
    path: '/v1/things/{thingId}',
    api: 'management',
    auth: 'none',
    summary: '',
    description: '',
    request: {},
    response: () => z.unknown(),
    errors: [],
    table: { reads: [] },
    memoryMb: 128,
    timeoutSeconds: 5,
    ...fields,
  };
}

export const ok: LambdaFunction = async () => ({ statusCode: 200, body: '{}' });

/** Authorizer result that allows everything. */
export const allowAll = {
  principalId: 'token-1',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }],
  },
  context: { tokenId: 'token-1' },
};

export type FakeGateway = {
  endpoints?: Endpoint[];
  /** Keyed by endpoint id. Endpoints without a function respond with 200. */
  functions?: Record<string, LambdaFunction>;
  authorizer?: LambdaFunction;
  nowMs?: () => number;
  onFault?: (error: unknown) => void;
};

export function fakeGateway({
  endpoints = [fakeEndpoint({})],
  functions = {},
  authorizer = async () => allowAll,
  ...options
}: FakeGateway = {}): Gateway {
  return createGateway({
    endpoints,
    loadFunction: async (id) => functions[id] ?? ok,
    authorizer,
    ...options,
  });
}

export function fakeRequest(fields: Partial<GatewayRequest> = {}): GatewayRequest {
  return {
    method: 'GET',
    path: '/v1/things/1',
    queryString: '',
    headers: [['Host', 'localhost:3000']],
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
    ...fields,
  };
}

export function getHeaders(response: RawResponse): Headers {
  return new Headers(response.headers);
}

export function parseJson(response: RawResponse): Record<string, unknown> {
  return JSON.parse(response.body.toString('utf8')) as Record<string, unknown>;
}
