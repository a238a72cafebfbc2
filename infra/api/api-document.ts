import { Aws } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { BEARER_PATTERN } from '#lib/platform/auth/bearer-pattern.ts';
import { type Api, answersHead, type Endpoint } from '#lib/platform/http/contract.ts';
import { preflightHeaders } from '#lib/platform/http/preflight.ts';
import { getUnknownPaths } from '#lib/platform/http/unknown-paths.ts';
import type { Config } from '../config.ts';
import { gatewayResponses } from './gateway-responses.ts';
import { preflightTemplate } from './preflight-template.ts';
import { quoteLiterals } from './quoted-literals.ts';
import { TLS_POLICY } from './tls-policy.ts';

/** Smallest response to compress. Smaller ones gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 1_024;

/** How long API Gateway caches an authorizer's decision. A revoked token stops working within this time. */
const AUTHORIZER_CACHE_SECONDS = 60;

/** Name of the security scheme in the document. */
const BEARER = 'bearer';

export type ApiDocumentProps = {
  api: Api;
  /** Title of the document, which becomes the name of the API in API Gateway. */
  title: string;
  endpoints: readonly Endpoint[];
  findFunction: (endpoint: Endpoint) => IFunction;
  authorizerFunction: IFunction;
  /** ARN of the role that the API assumes to invoke its functions. */
  invokeRoleArn: string;
  /** Whether the API is reachable only through its custom domain. */
  disableExecuteApiEndpoint: boolean;
  config: Config;
};

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete' | 'options';

/**
 * An operation, reduced to what API Gateway uses. Schemas are left out, because the functions validate the
 * requests.
 */
type Operation = {
  operationId?: string;
  parameters?: object[];
  security?: Record<string, string[]>[];
  responses: Record<string, object>;
  'x-amazon-apigateway-integration': object;
};

/** An OpenAPI 3.0 document with API Gateway extensions, for import as a REST API. */
export type ApiDocument = {
  openapi: string;
  info: { title: string; description: string; version: string };
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: { securitySchemes: Record<string, object> };
  'x-amazon-apigateway-gateway-responses': Record<string, object>;
  'x-amazon-apigateway-minimum-compression-size': number;
  'x-amazon-apigateway-security-policy': string;
  'x-amazon-apigateway-endpoint-access-mode': string;
  'x-amazon-apigateway-endpoint-configuration'?: object;
};

/**
 * Creates the OpenAPI document for one API: routes with their functions, authorizer, preflight responses,
 * gateway responses and compression.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-swagger-extensions.html
 */
export function createApiDocument(props: ApiDocumentProps): ApiDocument {
  const { api, title, endpoints, disableExecuteApiEndpoint, config } = props;
  const paths: ApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const operation = createOperation(endpoint, props);
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase() as Method]: operation,
      ...(answersHead(endpoint) && { head: { ...operation, operationId: `${endpoint.id}-head` } }),
    };
  }
  for (const [path, item] of Object.entries(paths)) {
    const own = endpoints.filter((endpoint) => endpoint.path === path);
    const origins = api === 'chat' ? ['*'] : config.managementCorsOrigins;
    if (origins.length > 0) item.options = createPreflight(path, own, origins);
  }
  for (const path of api === 'chat' ? getUnknownPaths(Object.keys(paths)) : []) {
    paths[path] = { options: createPreflight(path, endpoints, ['*']) };
  }
  return {
    openapi: '3.0.1',
    info: {
      title,
      description: api === 'chat' ? 'Chats of published bots' : 'Bots, results and tokens',
      version: '1',
    },
    paths,
    components: { securitySchemes: { [BEARER]: createAuthorizer(props) } },
    'x-amazon-apigateway-gateway-responses': gatewayResponses(api, config),
    'x-amazon-apigateway-minimum-compression-size': MIN_COMPRESSED_BYTES,
    // Also properties of the API. As part of the document, they bring about a new deployment of the API when they change.
    'x-amazon-apigateway-security-policy': TLS_POLICY.securityPolicy,
    'x-amazon-apigateway-endpoint-access-mode': TLS_POLICY.endpointAccessMode,
    // Without this, importing the document would re-enable the default endpoint that the API's property
    // disables.
    ...(disableExecuteApiEndpoint && {
      'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint },
    }),
  };
}

function createOperation(endpoint: Endpoint, { findFunction, invokeRoleArn }: ApiDocumentProps): Operation {
  const parameters = getPathParameters(endpoint.path);
  return {
    operationId: endpoint.id,
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.auth === 'bearer' && { security: [{ [BEARER]: [] }] }),
    // The function determines the response, but OpenAPI requires at least one entry.
    responses: { default: { description: endpoint.summary } },
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      // API Gateway always invokes Lambda with POST, regardless of the route's method.
      httpMethod: 'POST',
      uri: invocationUri(findFunction(endpoint)),
      credentials: invokeRoleArn,
      passthroughBehavior: 'when_no_match',
    },
  };
}

function getPathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function createAuthorizer({ authorizerFunction, invokeRoleArn }: ApiDocumentProps): object {
  return {
    type: 'apiKey',
    name: 'Authorization',
    in: 'header',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'token',
      authorizerUri: invocationUri(authorizerFunction),
      authorizerCredentials: invokeRoleArn,
      authorizerResultTtlInSeconds: AUTHORIZER_CACHE_SECONDS,
      // Rejects headers that cannot contain a token without invoking the function.
      identityValidationExpression: BEARER_PATTERN.source,
    },
  };
}

/** Creates the OPTIONS operation of a path, which API Gateway handles itself, with a mock integration. */
function createPreflight(
  path: string,
  endpoints: readonly Endpoint[],
  [origin = '', ...others]: readonly string[],
): Operation {
  const parameters = getPathParameters(path);
  const isOneOfMany = others.length > 0;
  const headers = {
    ...preflightHeaders(endpoints),
    ...(isOneOfMany ? { vary: 'Origin' } : { 'access-control-allow-origin': origin }),
  };
  const named = [...Object.keys(headers), ...(isOneOfMany ? ['access-control-allow-origin'] : [])];
  return {
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '204': {
        description: 'The preflight response',
        headers: Object.fromEntries(named.map((name) => [name, { schema: { type: 'string' } }])),
      },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: { 'application/json': '{ "statusCode": 204 }' },
      responses: {
        default: {
          statusCode: '204',
          responseParameters: quoteLiterals('method.response.header.', headers),
          ...(isOneOfMany && {
            responseTemplates: { 'application/json': preflightTemplate([origin, ...others]) },
          }),
        },
      },
    },
  };
}

/** https://docs.aws.amazon.com/apigateway/latest/api/API_PutIntegration.html, `uri` */
function invocationUri({ functionArn }: IFunction): string {
  return `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`;
}
