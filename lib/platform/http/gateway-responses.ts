import type { ErrorCode } from '#lib/platform/errors/service-error.ts';

/*
 * The responses that API Gateway sends itself, before or instead of calling a function. CDK and the local
 * gateway both use this table, so it is plain data.
 * Types: https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */

export type GatewayResponse = {
  /** Absent for the two defaults, which keep the original status of the failure. */
  status?: number;
  code: ErrorCode;
  message: string;
  headers?: Record<string, string>;
};

/**
 * Policy of every response that is not a page or a picture. If a browser shows it as a document, nothing in it loads or
 * runs, and no other page has it in a frame.
 */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** How long browsers remember to call an address by https only. A year, which their preload lists ask for. */
export const HSTS_SECONDS = 31_536_000;

/**
 * Sent with every response of functions and gateway, so that clients neither guess its type nor cache it, and never call by
 * http. Pages and pictures have policies of their own.
 */
export const RESPONSE_HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'strict-transport-security': `max-age=${HSTS_SECONDS}`,
  'x-content-type-options': 'nosniff',
} as const;

/** Maximum body size that a REST API accepts (quota "Payload size": 10 MB). */
export const MAX_REQUEST_BODY_BYTES = 10 * 1024 * 1024;

const NOT_FOUND: GatewayResponse = { status: 404, code: 'NOT_FOUND', message: 'Not found' };
const FORBIDDEN: GatewayResponse = { status: 403, code: 'FORBIDDEN', message: 'Forbidden' };
const TOO_MANY_REQUESTS: GatewayResponse = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  message: 'Too many requests; please try again later',
  headers: { 'Retry-After': '1' },
};
const INTERNAL_SERVER_ERROR: GatewayResponse = {
  status: 500,
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Internal server error',
};

export const GATEWAY_RESPONSES = {
  // If no route matches, a REST API falls back to IAM and reports a credentials problem: a missing token if
  // there is no Authorization header, otherwise a malformed or expired signature. No route uses IAM, so all
  // three mean that the route does not exist.
  MISSING_AUTHENTICATION_TOKEN: NOT_FOUND,
  INVALID_SIGNATURE: NOT_FOUND,
  EXPIRED_TOKEN: NOT_FOUND,
  RESOURCE_NOT_FOUND: NOT_FOUND,

  UNAUTHORIZED: {
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'A valid bearer token is required',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  ACCESS_DENIED: FORBIDDEN,
  WAF_FILTERED: FORBIDDEN,
  AUTHORIZER_FAILURE: INTERNAL_SERVER_ERROR,
  AUTHORIZER_CONFIGURATION_ERROR: INTERNAL_SERVER_ERROR,

  REQUEST_TOO_LARGE: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The request body is too large',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The body must be JSON, sent with the header Content-Type: application/json',
  },
  THROTTLED: TOO_MANY_REQUESTS,
  QUOTA_EXCEEDED: TOO_MANY_REQUESTS,

  // The function could not be invoked, permanently or temporarily.
  INTEGRATION_FAILURE: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is not available; please try again',
    headers: { 'Retry-After': '1' },
  },
  INTEGRATION_TIMEOUT: {
    status: 504,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The request took too long; please try again',
    headers: { 'Retry-After': '1' },
  },

  DEFAULT_4XX: { code: 'BAD_REQUEST', message: 'Bad request' },
  // Includes the 502 for a function that fails or returns an invalid proxy response.
  DEFAULT_5XX: { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
} as const satisfies Record<string, GatewayResponse>;

export type GatewayResponseType = keyof typeof GATEWAY_RESPONSES;
