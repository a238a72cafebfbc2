import type { gatewayErrorResponse } from '#apps/local/gateway/gateway-error-response.ts';
import type { preflightResponse } from '#apps/local/gateway/preflight-response.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { getResources, referenceIn, type Template } from './template.ts';

type Integration = {
  type: 'aws_proxy' | 'mock';
  uri?: unknown;
  credentials?: unknown;
  responses?: Record<string, MockResponse>;
};
type MockResponse = {
  statusCode: string;
  responseParameters: Record<string, string>;
  responseTemplates?: Record<string, string>;
};
type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  'x-amazon-apigateway-integration': Integration;
};
type SecurityScheme = {
  'x-amazon-apigateway-authorizer'?: {
    authorizerUri: unknown;
    authorizerCredentials: unknown;
    [property: string]: unknown;
  };
};
type GatewayResponseEntry = {
  statusCode?: string;
  responseParameters: Record<string, string>;
  responseTemplates: Record<string, string>;
};

/** Returns the OpenAPI document that one API of the synthesized stack is imported from. */
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, SecurityScheme> };
  'x-amazon-apigateway-gateway-responses': Record<string, GatewayResponseEntry>;
  'x-amazon-apigateway-minimum-compression-size': number;
};

/** An operation of the document, with its path, its method, and the functions that it refers to. */
export type ApiOperation = {
  method: string;
  path: string;
  /** Absent for preflights. */
  operationId: string | undefined;
  /** Logical id of the function; undefined if the gateway responds by itself. */
  functionId: string | undefined;
  /** Logical id of the authorizer's function; undefined if the operation needs no token. */
  authorizerFunctionId: string | undefined;
};

export function getApiDocument(template: Template, api: Api): ApiDocument {
  for (const [, { Properties }] of getResources(template, 'AWS::ApiGateway::RestApi')) {
    if (String(Properties.Name).endsWith(`-${api}`)) return Properties.Body;
  }
  throw new Error(`The stack has no ${api} API`);
}

export function getOperations(document: ApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operationId: operation.operationId,
      functionId: referenceIn(operation['x-amazon-apigateway-integration'].uri),
      authorizerFunctionId: getAuthorizerFunctionId(document, operation),
    })),
  );
}

function getAuthorizerFunctionId(document: ApiDocument, { security = [] }: Operation): string | undefined {
  const [name] = security.flatMap(Object.keys);
  if (name === undefined) return undefined;
  const authorizer = document.components.securitySchemes[name]?.['x-amazon-apigateway-authorizer'];
  const functionId = referenceIn(authorizer?.authorizerUri);
  if (functionId === undefined) throw new Error(`The document has no authorizer ${name}`);
  return functionId;
}

/** Responds to preflight requests with the mock integrations from the stack's OpenAPI documents. */
export function createPreflightResponder(template: Template): typeof preflightResponse {
  return (api: Api, { path }, origin) => {
    const { paths } = getApiDocument(template, api);
    const integration = paths[path]?.options?.['x-amazon-apigateway-integration'];
    const response = integration?.responses?.default;
    if (!response) return undefined;
    const listed = response.responseTemplates?.['application/json'];
    const headers = getLiterals(response.responseParameters);
    // The template only echoes listed origins, which its own test verifies.
    const isListed = listed !== undefined && origin !== undefined && listed.includes(`"${origin}"`);
    return {
      status: Number(response.statusCode),
      headers: [
        ...headers,
        ...(isListed ? [['access-control-allow-origin', origin] as [string, string]] : []),
      ],
      body: Buffer.alloc(0),
    };
  };
}

/** API Gateway's default statuses for gateway responses that a document does not define. */
const DEFAULT_STATUS: Record<string, number> = { MISSING_AUTHENTICATION_TOKEN: 403, UNAUTHORIZED: 401 };

/** Builds the gateway's own responses from the stack's OpenAPI documents, or else API Gateway's defaults. */
export function createGatewayResponder(template: Template): typeof gatewayErrorResponse {
  return (type, { api, requestId }, details = {}) => {
    const entry = getApiDocument(template, api)['x-amazon-apigateway-gateway-responses'][type];
    if (!entry) {
      const status = DEFAULT_STATUS[type] ?? 500;
      const body = Buffer.from(JSON.stringify({ message: type }));
      return { status, headers: [['content-type', 'application/json']], body };
    }
    const [[contentType, text] = ['', '']] = Object.entries(entry.responseTemplates);
    return {
      status: Number(entry.statusCode ?? details.status ?? 500),
      headers: [['content-type', contentType], ...getLiterals(entry.responseParameters)],
      body: Buffer.from(text.replaceAll('$context.requestId', requestId)),
    };
  };
}

/**
 * Extracts header names and values from mappings such as `method.response.header.vary: 'Origin'`. As in API Gateway, the
 * outer quotes delimit the value, which may contain others: `'default-src 'none''`.
 */
function getLiterals(parameters: Record<string, string>): [name: string, value: string][] {
  return Object.entries(parameters).map(([parameter, quoted]) => {
    if (!/^'(?:[^']|'[\w-]+')*'$/.test(quoted)) throw new Error(`${parameter} is not a literal: ${quoted}`);
    return [parameter.replace(/^.*\.header\./, ''), quoted.slice(1, -1)];
  });
}
