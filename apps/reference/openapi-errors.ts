import type { ErrorDescription } from '#functions/endpoint-description.ts';
import { type ErrorCode, STATUS_BY_CODE } from '#lib/platform/errors/service-error.ts';
import { type Endpoint, getErrorCodes, getFunctionId } from '#lib/platform/http/contract.ts';
import { GATEWAY_RESPONSES, type GatewayResponse } from '#lib/platform/http/gateway-responses.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ENDPOINT_DESCRIPTIONS } from './endpoint-descriptions.ts';

type ErrorResponse = {
  /** Component name. */
  name: string;
  code: ErrorCode;
  description: string;
  /** Message to use in the example. */
  message: string;
};

const ERRORS: Record<number, ErrorResponse> = {
  400: {
    name: 'BadRequest',
    code: 'BAD_REQUEST',
    description: 'The request is invalid; `issues` says where and why.',
    message: 'bot.groups[0].id: Invalid input: expected string, received number',
  },
  401: {
    name: 'Unauthorized',
    code: 'UNAUTHORIZED',
    description: 'The token is missing, unknown, expired or revoked. Sent by the gateway.',
    message: GATEWAY_RESPONSES.UNAUTHORIZED.message,
  },
  403: {
    name: 'Forbidden',
    code: 'FORBIDDEN',
    description:
      "The token's role in the workspace is insufficient, the origin is not allowed, or a firewall in front of the " +
      'service refused the request.',
    message: GATEWAY_RESPONSES.ACCESS_DENIED.message,
  },
  404: {
    name: 'NotFound',
    code: 'NOT_FOUND',
    description: 'It does not exist, or the token has no access to it; the two are indistinguishable.',
    message: 'Bot not found',
  },
  409: {
    name: 'Conflict',
    code: 'CONFLICT',
    description: 'It has been changed in the meantime, or is already taken.',
    message: 'The bot was changed after the given updatedAt',
  },
  412: {
    name: 'PreconditionFailed',
    code: 'PRECONDITION_FAILED',
    description: 'The ETag in If-Match is not the current one.',
    message: 'The bot was changed since the given ETag',
  },
  413: {
    name: 'PayloadTooLarge',
    code: 'PAYLOAD_TOO_LARGE',
    description:
      'The body is too large to be stored or passed on, or the response would be too large. Sent by the gateway or ' +
      'the service.',
    message: GATEWAY_RESPONSES.REQUEST_TOO_LARGE.message,
  },
  415: {
    name: 'UnsupportedMediaType',
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The Content-Type is not JSON.',
    message: GATEWAY_RESPONSES.UNSUPPORTED_MEDIA_TYPE.message,
  },
  429: {
    name: 'TooManyRequests',
    code: 'TOO_MANY_REQUESTS',
    description: 'Too many requests for the gateway, or for one session.',
    message: GATEWAY_RESPONSES.THROTTLED.message,
  },
  500: {
    name: 'InternalServerError',
    code: 'INTERNAL_SERVER_ERROR',
    description: 'An internal error, logged under the `requestId`.',
    message: GATEWAY_RESPONSES.DEFAULT_5XX.message,
  },
  502: {
    name: 'BadGateway',
    code: 'INTERNAL_SERVER_ERROR',
    description: 'The function failed without a response. Sent by the gateway.',
    message: GATEWAY_RESPONSES.DEFAULT_5XX.message,
  },
  503: {
    name: 'ServiceUnavailable',
    code: 'SERVICE_UNAVAILABLE',
    description: 'The database or the function is overloaded; the same request may succeed later.',
    message: GATEWAY_RESPONSES.INTEGRATION_FAILURE.message,
  },
  504: {
    name: 'GatewayTimeout',
    code: 'SERVICE_UNAVAILABLE',
    description:
      'The function did not respond in time. The change may still have been made. Sent by the gateway.',
    message: GATEWAY_RESPONSES.INTEGRATION_TIMEOUT.message,
  },
};

const REQUEST_ID = '7d9a3a52-4a0e-4c8e-9a53-5b0f7a3f1c2e';

/** Statuses that the gateway can send for any request, in addition to those of `getErrorCodes`. */
const STATUSES_OF_THE_GATEWAY = [403, 502, 504];

/** Error responses of an operation, by status. */
export function toErrorResponses(endpoint: Endpoint): Record<string, JsonObject> {
  const codes = getErrorCodes(endpoint);
  const statuses = new Set<number>([
    ...codes.map((code) => STATUS_BY_CODE[code]),
    ...STATUSES_OF_THE_GATEWAY,
  ]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const error = ERRORS[status];
      if (!error) throw new Error(`There is no description of the status ${status}`);
      if (endpoint.produces?.includes('text/html')) return [status, toResponseOrPage(status, error)];
      const described = describeErrors(
        endpoint,
        codes.filter((code) => STATUS_BY_CODE[code] === status),
      );
      if (described.length > 0) return [status, toDescribedResponse(status, described)];
      return [status, { $ref: `#/components/responses/${error.name}` }];
    }),
  );
}

type DescribedError = ErrorDescription & { code: ErrorCode };

/** Returns what the endpoint itself says about these errors. */
function describeErrors(endpoint: Endpoint, codes: ErrorCode[]): DescribedError[] {
  const { errors = {} } = ENDPOINT_DESCRIPTIONS.get(getFunctionId(endpoint)) ?? {};
  return codes.flatMap((code) => (errors[code] ? [{ code, ...errors[code] }] : []));
}

function toDescribedResponse(status: number, errors: DescribedError[]): JsonObject {
  return {
    description: errors.map(({ code, description }) => `\`${code}\`: ${description}`).join(' '),
    ...getHeaders(status),
    content: {
      'application/json': {
        schema: toErrorSchema({ enum: errors.map(({ code }) => code) }),
        examples: Object.fromEntries(
          errors.map(({ code, example }) => [code, { value: { code, requestId: REQUEST_ID, ...example } }]),
        ),
      },
    },
  };
}

/** Browsers that ask for a page get one that says what is wrong. */
function toResponseOrPage(status: number, error: ErrorResponse): JsonObject {
  const response = toResponse(status, error);
  return {
    ...response,
    content: { ...(response.content as JsonObject), 'text/html': { schema: { type: 'string' } } },
  };
}

/** All error responses, as components. */
export function errorResponses(): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, error]) => [error.name, toResponse(Number(status), error)]),
  );
}

function toResponse(status: number, { code, description, message }: ErrorResponse): JsonObject {
  return {
    description,
    ...getHeaders(status),
    content: {
      'application/json': {
        schema: toErrorSchema({ const: code }),
        example: { message, code, requestId: REQUEST_ID, ...getDetails(code) },
      },
    },
  };
}

function toErrorSchema(code: JsonObject): JsonObject {
  return {
    allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { code } }],
  };
}

function getDetails(code: ErrorCode): JsonObject {
  if (code === 'BAD_REQUEST') {
    return {
      issues: [{ path: 'bot.groups[0].id', message: 'Invalid input: expected string, received number' }],
    };
  }
  return code === 'PAYLOAD_TOO_LARGE' ? { limitBytes: 10_485_760, actualBytes: 12_000_000 } : {};
}

/** Headers of error responses, as components. */
export const ERROR_HEADERS: Record<string, JsonObject> = {
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  'WWW-Authenticate': { description: 'The kind of token that is required.', schema: { const: 'Bearer' } },
};

/** Headers that the gateway and the service send with a status. */
function getHeaders(status: number): { headers?: Record<string, JsonObject> } {
  const responses: GatewayResponse[] = Object.values(GATEWAY_RESPONSES);
  const names = Object.keys(responses.find((response) => response.status === status)?.headers ?? {});
  // Sent while a request with the same Idempotency-Key is still running.
  if (status === 409) names.push('Retry-After');
  if (names.length === 0) return {};
  return {
    headers: Object.fromEntries(
      names.map((name) => {
        if (!ERROR_HEADERS[name]) throw new Error(`There is no description of the header ${name}`);
        return [name, { $ref: `#/components/headers/${name}` }];
      }),
    ),
  };
}
