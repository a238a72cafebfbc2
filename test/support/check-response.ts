import type * as z from 'zod';
import { routes } from '#functions/endpoints.ts';
import { findAddress } from '#lib/compatibility/address-table.ts';
import { compatibleErrorEnvelope } from '#lib/compatibility/compatible-error-envelope.ts';
import type { ErrorCode } from '#lib/platform/errors/service-error.ts';
import { type Endpoint, getErrorCodes } from '#lib/platform/http/contract.ts';
import { errorEnvelope, isStatusOfCode } from '#lib/platform/http/error-envelope.ts';
import type { CheckedResponse } from './checked-response.ts';
import { publishedProblem } from './published-document.ts';

/** Error codes allowed for paths and methods that no contract covers. */
const CODES_WITHOUT_ENDPOINT: ErrorCode[] = ['NOT_FOUND', 'BAD_REQUEST'];

/**
 * Checks a response against its endpoint's contract. A success must match the response schema; anything else
 * must match the error envelope and have a code that the contract lists. Responses of the service's own endpoints
 * must also match the published OpenAPI document.
 *
 * @param endpoint undefined if no contract matches the request's path and method
 * @throws Error that describes the mismatch
 */
export function checkResponse(endpoint: Endpoint | undefined, response: CheckedResponse): void {
  const problem =
    headerProblem(endpoint, response) ??
    bodyProblem(endpoint, response) ??
    (endpoint && routes.includes(endpoint) ? publishedProblem(endpoint, response) : undefined);
  if (problem === undefined) return;
  throw new Error(
    `${endpoint?.id ?? 'No endpoint'} answered ${response.status}: ${problem}\n${JSON.stringify(response.body)?.slice(0, 2_000)}`,
  );
}

function bodyProblem(endpoint: Endpoint | undefined, response: CheckedResponse): string | undefined {
  switch (response.status) {
    case 200:
      return successProblem(endpoint, response);
    case 302:
      return redirectProblem(endpoint, response);
    case 304:
      return unchangedProblem(endpoint, response);
    default:
      return errorProblem(endpoint, response);
  }
}

function redirectProblem(
  endpoint: Endpoint | undefined,
  { headers, body }: CheckedResponse,
): string | undefined {
  if (!endpoint?.redirects) return 'the contract has no redirects';
  if (!URL.canParse(headers.get('location') ?? '')) return 'Location is not an address';
  return body === undefined ? undefined : 'a redirect has a body';
}

function unchangedProblem(
  endpoint: Endpoint | undefined,
  { headers, body }: CheckedResponse,
): string | undefined {
  if (!endpoint?.revalidates) return 'the contract does not revalidate';
  if (!headers.has('etag')) return 'ETag is missing';
  return body === undefined ? undefined : 'a 304 has a body';
}

function headerProblem(
  endpoint: Endpoint | undefined,
  { status, headers }: CheckedResponse,
): string | undefined {
  const contentType = headers.get('content-type');
  const pages = endpoint?.produces?.filter((mediaType) => mediaType === 'text/html') ?? [];
  const expected = (status === 200 && endpoint?.produces) || ['application/json', ...pages];
  if (!expected.includes(getMediaType(headers))) return `the content type is ${contentType}`;
  return policyProblem(headers);
}

/** Media types that browsers show, whose policies say what they may load. */
const SHOWN = ['text/html', 'image/svg+xml'];

function policyProblem(headers: Headers): string | undefined {
  const policy = headers.get('content-security-policy') ?? '';
  const isRight = SHOWN.includes(getMediaType(headers))
    ? policy.startsWith("default-src 'none'")
    : policy === "default-src 'none'; frame-ancestors 'none'";
  if (!isRight) return `the content security policy is "${policy}"`;
  return headers.get('x-content-type-options') === 'nosniff' ? undefined : 'nosniff is missing';
}

/** Returns the media type without parameters: `application/json` for `application/json; charset=utf-8`. */
function getMediaType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim() ?? '';
}

/** Tells whether a response's body has to be parsed as JSON before it is checked. */
export function isJson(headers: Headers): boolean {
  return getMediaType(headers) === 'application/json';
}

function successProblem(endpoint: Endpoint | undefined, { body }: CheckedResponse): string | undefined {
  if (!endpoint) return 'no contract names this path and method';
  const { data, error } = getResponseSchema(endpoint).safeParse(body);
  if (error) return `the body does not match the contract: ${error.message}`;
  const unnamed = unnamedKeys(body, data);
  return unnamed.length === 0 ? undefined : `the contract does not name ${unnamed.join(', ')}`;
}

const schemas = new WeakMap<Endpoint, z.ZodType>();

/** Returns the contract's schema, which is compiled when it is first used: once, not for each response. */
function getResponseSchema(endpoint: Endpoint): z.ZodType {
  const schema = schemas.get(endpoint) ?? endpoint.response();
  schemas.set(endpoint, schema);
  return schema;
}

/** Returns the keys that the schema does not define: parsing strips them. */
function unnamedKeys(body: unknown, parsed: unknown, path = ''): string[] {
  if (typeof body !== 'object' || body === null || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const keyPath = path === '' ? key : `${path}.${key}`;
    // zod strips this key even from loose objects.
    if (key === '__proto__') return [];
    if (!Object.hasOwn(parsed, key)) return [keyPath];
    return unnamedKeys(value, (parsed as Record<string, unknown>)[key], keyPath);
  });
}

function errorProblem(
  endpoint: Endpoint | undefined,
  { status, headers, body }: CheckedResponse,
): string | undefined {
  if (getMediaType(headers) === 'text/html') {
    return String(body).startsWith('<!doctype html>') ? undefined : 'the body is not a page';
  }
  // A path that no contract names may still be corrected to one of Typebot's.
  const schema = !endpoint || findAddress(endpoint) ? compatibleErrorEnvelope : errorEnvelope;
  const { data: envelope, error } = schema.safeParse(body);
  if (!envelope) return `the body is not the error envelope: ${error.message}`;
  const { code } = envelope;
  if (!isStatusOfCode(status, code)) return `the code ${code} does not belong to this status`;
  const codes = endpoint ? getErrorCodes(endpoint) : CODES_WITHOUT_ENDPOINT;
  if (!codes.includes(code)) return `the contract does not name the code ${code}`;
  if (status === 401 && headers.get('www-authenticate') !== 'Bearer') return 'WWW-Authenticate is missing';
  if (status === 503 && !headers.has('retry-after')) return 'Retry-After is missing';
  const isTooLarge = code === 'PAYLOAD_TOO_LARGE';
  if (!isTooLarge && (envelope.limitBytes ?? envelope.actualBytes) !== undefined)
    return 'sizes do not belong here';
  return undefined;
}
