import type * as z from 'zod';
import type { Role } from '#lib/platform/auth/role.ts';
import type { ErrorCode } from '#lib/platform/errors/service-error.ts';
import { withIdempotencyKey } from '#lib/platform/idempotency/idempotency-key.ts';
import type { ItemKind, ListName } from '#lib/platform/store/keys.ts';
import type { LinesReader } from './body-lines.ts';
import type { errorPage } from './error-page.ts';
import { HEALTH_PATH } from './health-path.ts';

/** The two APIs: `management` requires a bearer token, `chat` is open to respondents' browsers. */
export type Api = 'management' | 'chat';

/**
 * The table items that an endpoint's function may read, write, append, check and list. CDK turns this into the function's
 * IAM grant, so that a bug in one endpoint cannot affect another endpoint's data.
 */
export type TableAccess = {
  /** Kinds of items read by key. A kind is the first part of the partition key. */
  reads: readonly ItemKind[];
  /** Kinds of items written or deleted. Write conditions and items returned by updates need no read grant. */
  writes?: readonly ItemKind[];
  /**
   * Kinds of items that are only put: not updated, not deleted, and not in batches. IAM cannot tell a new item from
   * one that replaces another.
   */
  appends?: readonly ItemKind[];
  /** Kinds of items that only conditions of a transaction look at: no content of theirs is read. */
  checks?: readonly ItemKind[];
  /** Lists read from the index. */
  lists?: readonly ListName[];
};

/**
 * Complete description of an endpoint except for its code. Routes, grants, validation, documentation and tests
 * are derived from it.
 */
export type Endpoint = {
  /** File name under `functions/` and name of the Lambda function: `import-bot`. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Path with `{name}` for each parameter, in API Gateway's syntax. Only two may lie outside of the versions: a page, whose
   * address is for people, and the health of an API.
   */
  path: `/v${number}/${string}` | `/{${string}}` | typeof HEALTH_PATH;
  api: Api;
  auth: 'bearer' | 'none';
  /** Minimum role of the token in the bot's workspace. Absent if no token is needed. */
  role?: Role;
  summary: string;
  description: string;
  request: {
    params?: z.ZodType;
    /** An object. Requests with other parameters are refused, unless it is loose. */
    query?: z.ZodType;
    /** Header names are in lower case. */
    headers?: z.ZodType;
    /** JSON. Marked `.optional()` if requests may omit it. */
    body?: z.ZodType;
  };
  /**
   * Reads the body if it is NDJSON: each line is then an entry of the reader's field. If absent, the body has to be
   * JSON.
   */
  lines?: LinesReader;
  /** Maximum size of the body. Defaults to what the gateway and the function take. */
  maxBodyBytes?: number;
  /** Body of a successful response. A function, because tests and documents use it and functions never do. */
  response: () => z.ZodType;
  /**
   * Media types of a successful response that is not JSON. The handler returns the one it used, and `response`
   * describes the text. Errors are JSON, except that browsers get a page where they asked for one.
   */
  produces?: readonly string[];
  /** The page that browsers get for an error, in place of the envelope. In one contract, so that other bundles lack it. */
  errorPage?: typeof errorPage;
  /** Whether the response can be a redirect (302) in place of a success. */
  redirects?: true;
  /** Whether the response can be 304, for a caller that has named the current ETag in If-None-Match. */
  revalidates?: true;
  /** Headers of a successful response that callers should know. `apps/reference/success-headers.ts` describes them. */
  responseHeaders?: readonly string[];
  /** Whether the response has a secret, which must not become part of an assistant's conversation. */
  returnsSecret?: true;
  /**
   * Whether repeating a request with the same Idempotency-Key header replays the first response. Adds the
   * header to the contract, and the grant to write the saved response.
   */
  idempotent?: true;
  /** Codes of endpoint-specific errors. `getErrorCodes` adds those that any endpoint can return. */
  errors: ErrorCode[];
  table: TableAccess;
  /**
   * Whether the endpoint runs bots. Its function may then read the secrets that blocks refer to, and store
   * files that blocks generate.
   */
  runsBots?: true;
  /**
   * Whether the endpoint reports credentials that are not stored. Its function may then ask whether a secret exists,
   * without reading it.
   */
  looksUpCredentials?: true;
  /**
   * Use of stored credentials. The function gets that permission alone: one may write secrets, another may delete them, and
   * only one that tests them may read.
   */
  managesCredentials?: 'list' | 'put' | 'delete' | 'test';
  /** Whether the function reads addresses of the identity provider that the operator has named. */
  asksIdentityProvider?: true;
  /** Whether the function checks tokens itself, because only some of its requests need one. */
  checksTokens?: true;
  /** The people who can upload files. The function may then put theirs into the bucket. */
  takesFiles?: 'respondents' | 'authors';
  /** Whether the endpoint depends on the names that the operator serves bots under. */
  servesDomains?: true;
  /** Whether the endpoint starts jobs. Its function may then start executions of the state machine. */
  startsJobs?: true;
  /**
   * Whether the endpoint shows exports. Its function may then read them from the bucket, to presign links to
   * them.
   */
  readsExports?: true;
  /** Maximum requests per second, from all callers together, if the limit of the API's routes is too much. */
  maxRequestsPerSecond?: number;
  memoryMb: number;
  timeoutSeconds: number;
  /** Id of the endpoint whose function serves this one, too. Absent if it has a function of its own. */
  servedBy?: string;
};

/** Returns the id of the function that serves an endpoint. */
export function getFunctionId({ id, servedBy }: Pick<Endpoint, 'id' | 'servedBy'>): string {
  return servedBy ?? id;
}

/**
 * Whether an endpoint also answers HEAD, as its GET without the body. Pages for people do: link checkers and programs
 * that show a preview of a link ask so first. So do programs that check health.
 */
export function answersHead({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean {
  return method === 'GET' && (path.startsWith('/{') || path === HEALTH_PATH);
}

/**
 * Completes the contract of an endpoint: an idempotent one takes a header and writes its keys.
 *
 * @example
 * export const getWorkspaceContract = defineEndpoint({
 *   id: 'get-workspace',
 *   method: 'GET',
 *   path: '/v1/workspaces/{workspaceId}',
 *   api: 'management',
 *   auth: 'bearer',
 *   role: 'viewer',
 *   summary: 'Get a workspace',
 *   request: { params: z.object({ workspaceId: z.string() }) },
 *   response: () => z.object({ workspace: workspaceWithRole }),
 *   errors: [],
 *   table: { reads: ['WORKSPACE'] },
 *   memoryMb: 512,
 *   timeoutSeconds: 10,
 * });
 */
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

/** The parts of the request passed to the handler, validated against the contract. */
export type EndpointRequest<E extends Endpoint> = {
  params: Parsed<E['request']['params']>;
  query: Parsed<E['request']['query']>;
  headers: Parsed<E['request']['headers']>;
  body: Parsed<E['request']['body']>;
};

/** Returns all error codes of an endpoint, including those of the pipeline and the gateway. */
export function getErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  codes.add('NOT_FOUND');
  codes.add('TOO_MANY_REQUESTS');
  codes.add('INTERNAL_SERVER_ERROR');
  codes.add('SERVICE_UNAVAILABLE');
  if (endpoint.auth === 'bearer') codes.add('UNAUTHORIZED');
  if (endpoint.role !== undefined) codes.add('FORBIDDEN');
  // The gateway refuses path parameters that are not valid percent-encoding, the pipeline unknown query parameters.
  codes.add('BAD_REQUEST');
  if (endpoint.idempotent) codes.add('CONFLICT');
  if (endpoint.request.body) {
    codes.add('UNSUPPORTED_MEDIA_TYPE');
    codes.add('PAYLOAD_TOO_LARGE');
  }
  return [...codes];
}
