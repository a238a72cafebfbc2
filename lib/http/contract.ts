import type * as z from 'zod';
import type { Role } from '#lib/auth/role.ts';
import type { ErrorCode } from '#lib/errors/service-error.ts';
import { withIdempotencyKey } from '#lib/idempotency/idempotency-key.ts';
import type { ItemKind, ListName } from '#lib/store/keys.ts';

/** The two APIs: `management` requires a bearer token, `chat` is open to respondents' browsers. */
export type Api = 'management' | 'chat';

/**
 * What an endpoint's function may do with the table, and with which items. CDK turns it into the function's
 * grant, so that a fault in one endpoint cannot reach the data of another.
 */
export type TableAccess = {
  /** Kinds of items that the function reads by key. A kind is the first part of the partition key. */
  reads: readonly ItemKind[];
  /** Kinds of items that it writes. Write conditions and the items that updates return need no read grant. */
  writes?: readonly ItemKind[];
  /** Lists that it reads from the index. */
  lists?: readonly ListName[];
};

/**
 * The complete description of an endpoint without its code. Routes, grants, validation, documentation and
 * tests all read this object.
 */
export type Endpoint = {
  /** File name under `functions/`, and the name of the Lambda function: `import-bot`. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with `{name}` for each parameter, in the syntax of API Gateway. */
  path: `/v${number}/${string}`;
  api: Api;
  auth: 'bearer' | 'none';
  /** Minimum role of the token in the bot's workspace. Absent if the endpoint needs no token. */
  role?: Role;
  summary: string;
  description: string;
  request: {
    params?: z.ZodType;
    query?: z.ZodType;
    /** Names in lower case. */
    headers?: z.ZodType;
    /** JSON. `.optional()` if a request may omit it. */
    body?: z.ZodType;
  };
  response: z.ZodType;
  /**
   * Media types of a successful response that is not JSON. The handler then returns the one that it used, and
   * `response` describes the text. Errors are always JSON.
   */
  produces?: readonly string[];
  /**
   * Whether a repeated request with the same Idempotency-Key header gets the response of the first one. The
   * header and the grant to write the kept response are added to the contract.
   */
  idempotent?: true;
  /** Codes of the endpoint's own errors. `getErrorCodes` adds those that any endpoint can return. */
  errors: ErrorCode[];
  table: TableAccess;
  /** Whether it runs bots. It may then read the secrets that their blocks name and store their files. */
  runsBots?: true;
  /** Whether it lets respondents upload files. It may then put them into the bucket. */
  takesFiles?: true;
  memoryMb: number;
  timeoutSeconds: number;
};

export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  if (!endpoint.idempotent) return endpoint;
  const { request, table } = endpoint;
  return {
    ...endpoint,
    request: { ...request, headers: withIdempotencyKey(request.headers) },
    table: { ...table, writes: [...(table.writes ?? []), 'IDEMPOTENCY'] },
  };
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parts of the request that the handler receives, checked against the contract. */
export type EndpointRequest<E extends Endpoint> = {
  params: Parsed<E['request']['params']>;
  query: Parsed<E['request']['query']>;
  headers: Parsed<E['request']['headers']>;
  body: Parsed<E['request']['body']>;
};

/** All error codes that an endpoint can return, including those of the pipeline and the gateway. */
export function getErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  codes.add('NOT_FOUND');
  codes.add('TOO_MANY_REQUESTS');
  codes.add('INTERNAL_SERVER_ERROR');
  codes.add('SERVICE_UNAVAILABLE');
  if (endpoint.auth === 'bearer') codes.add('UNAUTHORIZED');
  if (endpoint.role !== undefined) codes.add('FORBIDDEN');
  // The gateway refuses a path parameter that is not valid percent-encoding.
  if (endpoint.request.params || endpoint.request.query) codes.add('BAD_REQUEST');
  if (endpoint.idempotent) {
    codes.add('BAD_REQUEST');
    codes.add('CONFLICT');
  }
  if (endpoint.request.body) {
    codes.add('BAD_REQUEST');
    codes.add('UNSUPPORTED_MEDIA_TYPE');
    codes.add('PAYLOAD_TOO_LARGE');
  }
  return [...codes];
}
