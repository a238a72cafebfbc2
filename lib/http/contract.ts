import type * as z from 'zod';
import type { Role } from '#lib/auth/role.ts';
import type { ErrorCode } from '#lib/errors/service-error.ts';
import { withIdempotencyKey } from '#lib/idempotency/idempotency-key.ts';
import type { ItemKind, ListName } from '#lib/store/keys.ts';

/** The two addresses: `management` needs a bearer token, `chat` is open to respondents' browsers. */
export type Api = 'management' | 'chat';

/**
 * What an endpoint's function may do with the table, and with which items: CDK turns it into the function's
 * grant, so that a fault in one endpoint cannot reach what is another's business.
 */
export type TableAccess = {
  /** Kinds of item that it reads by their keys, by the first part of the partition key. */
  reads: readonly ItemKind[];
  /** Kinds of item that it writes. A condition of a write, and what an update returns, need no grant to read. */
  writes?: readonly ItemKind[];
  /** Lists that it reads; they are in the index. */
  lists?: readonly ListName[];
};

/**
 * Everything there is to know about an endpoint without its code. Routes, grants, validation, documentation
 * and tests all read this one object.
 */
export type Endpoint = {
  /** File name under `functions/`, and the name of the Lambda function: `import-bot`. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with `{name}` for each parameter, as API Gateway writes it. */
  path: `/v${number}/${string}`;
  api: Api;
  auth: 'bearer' | 'none';
  /** The least role that the token needs in the bot's workspace. Absent where there is no token. */
  role?: Role;
  summary: string;
  description: string;
  request: {
    params?: z.ZodType;
    query?: z.ZodType;
    /** Names in lower case. */
    headers?: z.ZodType;
    /** JSON. `.optional()` where a request may come without one. */
    body?: z.ZodType;
  };
  response: z.ZodType;
  /**
   * Media types of a success that is not JSON; then the handler says which one it is, and `response` describes the
   * text. Errors are JSON always.
   */
  produces?: readonly string[];
  /**
   * Whether an Idempotency-Key header makes a repeated request answer what the first one was answered. The header and
   * the write of the kept answer are added to the contract.
   */
  idempotent?: true;
  /** Codes that the endpoint itself answers, beside those that every endpoint can (see `getErrorCodes`). */
  errors: ErrorCode[];
  table: TableAccess;
  /** Whether it runs bots: then it may read the secrets that their blocks name, and keep files that they make. */
  runsBots?: true;
  /** Whether it lets respondents upload files: then it may put them into the bucket. */
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

/** What the handler gets: the parts of the request, checked against the contract. */
export type EndpointRequest<E extends Endpoint> = {
  params: Parsed<E['request']['params']>;
  query: Parsed<E['request']['query']>;
  headers: Parsed<E['request']['headers']>;
  body: Parsed<E['request']['body']>;
};

/** The codes an endpoint can answer with, those of the pipeline and the gateway included. */
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
