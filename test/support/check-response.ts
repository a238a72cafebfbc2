import { endpoints } from '#lib/endpoints.ts';
import type { ErrorCode } from '#lib/errors/service-error.ts';
import { type Endpoint, getErrorCodes } from '#lib/http/contract.ts';
import { errorEnvelope, isStatusOfCode } from '#lib/http/error-envelope.ts';
import type { CheckedResponse } from './checked-response.ts';
import { publishedProblem } from './published-document.ts';

/** Error codes that a path or method outside every contract may get. */
const CODES_WITHOUT_ENDPOINT: ErrorCode[] = ['NOT_FOUND', 'BAD_REQUEST'];

/**
 * Checks a response against the contract of its endpoint. A success must fit the response schema. Anything
 * else must fit the error envelope and have a code that the contract names. If the endpoint is one of the
 * service's, both must also fit the published OpenAPI document.
 *
 * @param endpoint undefined if no contract fits the request's path and method
 * @throws Error that says what does not fit
 */
export function checkResponse(endpoint: Endpoint | undefined, response: CheckedResponse): void {
  const problem =
    headerProblem(endpoint, response) ??
    (response.status === 200 ? successProblem(endpoint, response) : errorProblem(endpoint, response)) ??
    (endpoint && endpoints.includes(endpoint) ? publishedProblem(endpoint, response) : undefined);
  if (problem === undefined) return;
  throw new Error(
    `${endpoint?.id ?? 'No endpoint'} answered ${response.status}: ${problem}\n${JSON.stringify(response.body)?.slice(0, 2_000)}`,
  );
}

function headerProblem(
  endpoint: Endpoint | undefined,
  { status, headers }: CheckedResponse,
): string | undefined {
  const contentType = headers.get('content-type');
  const expected = (status === 200 && endpoint?.produces) || ['application/json'];
  return expected.includes(getMediaType(headers)) ? undefined : `the content type is ${contentType}`;
}

/** `application/json` of `application/json; charset=utf-8`. */
function getMediaType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim() ?? '';
}

/** Whether a response's body is parsed before it is checked. Any other body is checked as text. */
export function isJson(headers: Headers): boolean {
  return getMediaType(headers) === 'application/json';
}

function successProblem(endpoint: Endpoint | undefined, { body }: CheckedResponse): string | undefined {
  if (!endpoint) return 'no contract names this path and method';
  const { data, error } = endpoint.response.safeParse(body);
  if (error) return `the contract has another response: ${error.message}`;
  const unnamed = unnamedKeys(body, data);
  return unnamed.length === 0 ? undefined : `the contract does not name ${unnamed.join(', ')}`;
}

/** A schema drops the keys that it does not name, so a key that is missing after parsing was not named. */
function unnamedKeys(body: unknown, parsed: unknown, path = ''): string[] {
  if (typeof body !== 'object' || body === null || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const keyPath = path === '' ? key : `${path}.${key}`;
    // zod drops this key from every object, even a loose one.
    if (key === '__proto__') return [];
    if (!Object.hasOwn(parsed, key)) return [keyPath];
    return unnamedKeys(value, (parsed as Record<string, unknown>)[key], keyPath);
  });
}

function errorProblem(
  endpoint: Endpoint | undefined,
  { status, headers, body }: CheckedResponse,
): string | undefined {
  const { data: envelope, error } = errorEnvelope.safeParse(body);
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
