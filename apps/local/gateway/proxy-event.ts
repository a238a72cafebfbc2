import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Api } from '#lib/platform/http/contract.ts';
import { type GatewayRequest, getHeader } from './gateway-request.ts';
import type { Route } from './route.ts';

/** Name of the stage that the service is deployed to. */
export const STAGE = 'api';

/** Placeholder AWS account id for ARNs and events. */
export const ACCOUNT_ID = '000000000000';

/** Context returned by the authorizer, with all values as strings. Undefined on endpoints without a token. */
export type AuthorizerContext = Record<string, string> & { principalId: string };

export type ProxyEventInput = {
  api: Api;
  request: GatewayRequest;
  route: Route;
  authorizer: AuthorizerContext | undefined;
  requestId: string;
  nowMs: number;
};

/**
 * Builds the event that a REST API sends to a function (Lambda proxy integration, payload format 1.0).
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
export function proxyEvent(input: ProxyEventInput): APIGatewayProxyEvent {
  const { request, route } = input;
  const query = [...new URLSearchParams(request.queryString)];
  return {
    resource: route.resource,
    path: request.path,
    httpMethod: request.method,
    headers: Object.fromEntries(request.headers),
    multiValueHeaders: multiValues(request.headers),
    queryStringParameters: query.length === 0 ? null : Object.fromEntries(query),
    multiValueQueryStringParameters: query.length === 0 ? null : multiValues(query),
    pathParameters: Object.keys(route.params).length === 0 ? null : route.params,
    stageVariables: null,
    requestContext: requestContext(input),
    // No media types are registered as binary, so bodies are always text.
    body: request.body.length === 0 ? null : request.body.toString('utf8'),
    isBase64Encoded: false,
  };
}

function multiValues(pairs: [string, string][]): Record<string, string[]> {
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries([...grouped].map(([name, group]) => [name, group.map(([, value]) => value)]));
}

function requestContext({
  api,
  request,
  route,
  authorizer,
  requestId,
  nowMs,
}: ProxyEventInput): APIGatewayProxyEvent['requestContext'] {
  const domainName = (getHeader(request, 'host') ?? 'localhost').replace(/:\d+$/, '');
  return {
    accountId: ACCOUNT_ID,
    apiId: api,
    // Absent rather than null on endpoints without a token.
    ...(authorizer && { authorizer }),
    domainName,
    domainPrefix: domainName.split('.')[0],
    extendedRequestId: requestId,
    httpMethod: request.method,
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: request.sourceIp,
      user: null,
      userAgent: getHeader(request, 'user-agent') ?? null,
      userArn: null,
    },
    path: `/${STAGE}${request.path}`,
    protocol: 'HTTP/1.1',
    requestId,
    requestTime: commonLogTime(nowMs),
    requestTimeEpoch: nowMs,
    resourceId: route.resourceId,
    resourcePath: route.resource,
    stage: STAGE,
  } as APIGatewayProxyEvent['requestContext'];
}

/** `21/Nov/2026:06:31:24 +0000` */
function commonLogTime(nowMs: number): string {
  const [, day, month, year, time] = new Date(nowMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
