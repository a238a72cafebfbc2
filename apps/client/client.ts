import { parseJson } from '../../lib/platform/json/parse-json.ts';
import { toApiError } from './api-error.ts';
import type { Operations } from './operation-types.ts';
import { operations } from './operations.ts';

export type ClientOptions = {
  /** URL of the management API, with or without a trailing slash. */
  baseUrl: string;
  /** URL of the chat API. Defaults to `baseUrl`. */
  chatUrl?: string;
  /** `bot_…`; not needed for the chat API. */
  token?: string;
  /** Replaces the global `fetch`; `withRetries()` returns one that waits while the service is busy. */
  fetch?: Fetch;
  /**
   * Makes a key for each request that takes an idempotency key and has none, such as `() => crypto.randomUUID()`.
   * With it, retries are safe.
   */
  newIdempotencyKey?: () => string;
};

export type Fetch = (url: string, init: ClientRequestInit) => Promise<Response>;

/** The options that the client passes to `fetch`. */
export type ClientRequestInit = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

export type OperationName = keyof Operations;

/** Argument of a client method. Header names are in lower case. */
export type OperationRequest<Name extends OperationName> = {
  [Part in keyof Operations[Name] as Exclude<Part, 'response'>]: Operations[Name][Part];
} & { signal?: AbortSignal };

/** Body of a successful response: JSON, or text if it is not JSON. */
export type OperationData<Name extends OperationName> = Operations[Name]['response'];

type Arguments<Request> = object extends Request ? [request?: Request] : [request: Request];

/** A method of the client. */
export type Operation<Name extends OperationName> = {
  /** @throws ApiError for every unsuccessful response, and the error of `fetch` if there is no response */
  (...request: Arguments<OperationRequest<Name>>): Promise<OperationData<Name>>;
  /**
   * Like the call itself, for callers that need response headers such as the ETag. The response's body has
   * already been read.
   */
  withResponse(
    ...request: Arguments<OperationRequest<Name>>
  ): Promise<{ data: OperationData<Name>; response: Response }>;
} & ((typeof operations)[Name] extends { list: infer List extends string }
  ? ListOperation<Name, List>
  : unknown);

/** Added to methods that list something in pages. */
export type ListOperation<Name extends OperationName, List extends string> = {
  /**
   * Iterates over all entries from the request's cursor on. Reads each page when it is needed.
   *
   * @throws ApiError like the call itself, and Error if a page leads back to one that was read before
   */
  all(
    ...request: Arguments<OperationRequest<Name>>
  ): AsyncGenerator<OperationData<Name> extends { [_ in List]: (infer Entry)[] } ? Entry : never, void>;
};

/** A method for each operation of the API, named by its operationId in the OpenAPI document. */
export type Client = { readonly [Name in keyof Operations]: Operation<Name> };

/** A row of the table of operations. */
type OperationRow = {
  method: string;
  path: string;
  api: 'management' | 'chat';
  auth: 'bearer' | 'none';
  idempotent?: true;
  produces?: readonly string[];
  list?: string;
};

type Parameters = Record<string, string | number | boolean | undefined>;

/** A request without its operation's types, as handled at runtime. */
type AnyRequest = {
  params?: Parameters;
  query?: Parameters;
  headers?: Parameters;
  body?: unknown;
  signal?: AbortSignal;
};

/**
 * Creates a client of the service: a method for each operation, with the types of the API. Needs only what browsers
 * and Node have in common: `fetch`, `URLSearchParams` and `TextDecoder`.
 *
 * @example
 * const client = createClient({ baseUrl, chatUrl, token });
 * const { bot } = await client.getBot({ params: { botId } });
 * const { response } = await client.getBot.withResponse({ params: { botId } });
 * await client.updateBot({
 *   params: { botId },
 *   headers: { 'if-match': response.headers.get('etag') ?? '' },
 *   body: { bot: { name: 'Bakery orders, winter' } },
 * });
 * for await (const result of client.listResults.all({ params: { botId } })) console.log(result.answers);
 */
export function createClient(options: ClientOptions): Client {
  const rows: [string, OperationRow][] = Object.entries(operations);
  const methods = rows.map(([name, row]) => {
    const withResponse = (request: AnyRequest = {}) => send(row, request, options);
    const operation = async (request?: AnyRequest) => (await withResponse(request)).data;
    const { list } = row;
    const all = list !== undefined && { all: (request?: AnyRequest) => readAll(operation, list, request) };
    return [name, Object.assign(operation, { withResponse, ...all })];
  });
  return Object.fromEntries(methods);
}

async function* readAll(
  readPage: (request: AnyRequest) => Promise<unknown>,
  list: string,
  request: AnyRequest = {},
): AsyncGenerator<unknown, void> {
  const seen = new Set<unknown>();
  let cursor = request.query?.cursor;
  do {
    if (seen.has(cursor)) throw new Error(`The pages of ${list} lead back to one that was read before`);
    seen.add(cursor);
    const page = (await readPage({ ...request, query: { ...request.query, cursor } })) as {
      [_ in string]: unknown[];
    } & { nextCursor?: string };
    yield* page[list] ?? [];
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function send(row: OperationRow, request: AnyRequest, options: ClientOptions) {
  const { baseUrl, chatUrl = baseUrl, token, fetch = globalThis.fetch, newIdempotencyKey } = options;
  const { params = {}, query = {}, headers = {}, body, signal } = request;
  const address = row.api === 'chat' ? chatUrl : baseUrl;
  const search = new URLSearchParams(pickDefined(query)).toString();
  const url = `${address.replace(/\/$/, '')}${toPath(row.path, params)}${search === '' ? '' : `?${search}`}`;
  const sent = pickDefined(headers);
  if (row.idempotent && newIdempotencyKey) sent['idempotency-key'] ??= newIdempotencyKey();
  const response = await fetch(url, {
    method: row.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && row.auth === 'bearer' && { authorization: `Bearer ${token}` }),
      ...sent,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  // Not `response.text()`, which drops the byte order mark of an export.
  const text = new TextDecoder('utf-8', { ignoreBOM: !isJson }).decode(await response.arrayBuffer());
  // Any other successful response comes from an intermediary, such as a proxy's sign-in page.
  if (response.status !== 200 || (!isJson && !row.produces)) throw toApiError(response, text);
  return { data: isJson ? parseJson(text) : text, response };
}

/** @throws TypeError if the value cannot be part of a path, because it would lead to another endpoint */
function toPath(path: string, params: Parameters): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // URLs cannot contain dot segments: even percent-encoded, they are resolved as path navigation.
    if (value === undefined || ['', '.', '..'].includes(String(value))) {
      throw new TypeError(`The parameter ${name} cannot be ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}

function pickDefined(values: Parameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
