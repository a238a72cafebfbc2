import type * as z from 'zod';
import { type contracts, endpoints } from '#lib/endpoints.ts';
import type { Endpoint } from '#lib/http/contract.ts';
import { parseJson } from '#lib/json/parse-json.ts';
import { toApiError } from './api-error.ts';
import { type OperationId, toOperationId } from './operation-id.ts';

export type ClientOptions = {
  /** URL of the management API, with or without a trailing slash. */
  baseUrl: string;
  /** URL of the chat API. */
  chatUrl: string;
  /** `bot_…`; not needed for the chat API. */
  token?: string;
  /** Replaces the global `fetch`. */
  fetch?: (url: string, init: ClientRequestInit) => Promise<Response>;
};

/** The options that the client passes to `fetch`. */
export type ClientRequestInit = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

type Contract = (typeof contracts)[number];

type Part<C extends Contract, Name extends string> = C['request'] extends {
  [_ in Name]: infer S extends z.ZodType;
}
  ? z.input<S>
  : never;

/**
 * Headers the caller may send. The client sets the token and the browser the origin. Contracts do not declare
 * the idempotency key, so it is added here.
 */
type SentHeaders<C extends Contract> = ([Part<C, 'headers'>] extends [never]
  ? unknown
  : Omit<Part<C, 'headers'>, 'authorization' | 'origin'>) &
  (C extends { idempotent: true } ? { 'idempotency-key'?: string | undefined } : unknown);

type PartsOf<C extends Contract> = {
  params: Part<C, 'params'>;
  query: Part<C, 'query'>;
  headers: [keyof SentHeaders<C>] extends [never] ? never : SentHeaders<C>;
  body: Part<C, 'body'>;
};

/** Drops parts that the contract does not have, and makes parts without required fields optional. */
type RequestParts<P> = {
  [Name in keyof P as [P[Name]] extends [never] ? never : object extends P[Name] ? never : Name]: P[Name];
} & {
  [Name in keyof P as [P[Name]] extends [never] ? never : object extends P[Name] ? Name : never]?: P[Name];
};

/** Argument of a client method. Header names are in lower case. */
export type OperationRequest<C extends Contract> = RequestParts<PartsOf<C>> & { signal?: AbortSignal };

/** Body of a successful response: as defined by the contract, or text if it is not JSON. */
export type OperationData<C extends Contract> = z.output<ReturnType<C['response']>>;

type Arguments<Request> = object extends Request ? [request?: Request] : [request: Request];

/** A method of the client. */
export type Operation<C extends Contract> = {
  /** @throws ApiError for every unsuccessful response, and the error of `fetch` if there is no response */
  (...request: Arguments<OperationRequest<C>>): Promise<OperationData<C>>;
  /**
   * Like the call itself, for callers that need response headers such as the ETag. The response's body has
   * already been read.
   */
  withResponse(
    ...request: Arguments<OperationRequest<C>>
  ): Promise<{ data: OperationData<C>; response: Response }>;
};

/** A method per endpoint, named by its operationId in the OpenAPI document. */
export type Client = { readonly [C in Contract as OperationId<C['id']>]: Operation<C> };

/** A request without its endpoint's types, as handled at runtime. */
type AnyRequest = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
};

/**
 * Creates a client of the service: a method per endpoint, typed by the contracts. Needs only `fetch`, `URL` and
 * `TextDecoder`, so it also runs outside Node.
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
 */
export function createClient(options: ClientOptions): Client {
  const operations = endpoints.map((endpoint) => {
    const withResponse = (request: AnyRequest = {}) => send(endpoint, request, options);
    const operation = async (request?: AnyRequest) => (await withResponse(request)).data;
    return [toOperationId(endpoint.id), Object.assign(operation, { withResponse })];
  });
  return Object.fromEntries(operations);
}

async function send(endpoint: Endpoint, request: AnyRequest, options: ClientOptions) {
  const { baseUrl, chatUrl, token, fetch = globalThis.fetch } = options;
  const { params = {}, query = {}, headers = {}, body, signal } = request;
  const address = endpoint.api === 'chat' ? chatUrl : baseUrl;
  const search = new URLSearchParams(defined(query)).toString();
  const url = `${address.replace(/\/$/, '')}${toPath(endpoint.path, params)}${search === '' ? '' : `?${search}`}`;
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && endpoint.auth === 'bearer' && { authorization: `Bearer ${token}` }),
      ...defined(headers),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  // Not `response.text()`, which drops the byte order mark of an export.
  const text = new TextDecoder('utf-8', { ignoreBOM: !isJson }).decode(await response.arrayBuffer());
  // Any other successful response comes from an intermediary, such as a proxy's sign-in page.
  if (response.status !== 200 || (!isJson && !endpoint.produces)) throw toApiError(response, text);
  return { data: isJson ? parseJson(text) : text, response };
}

/** @throws TypeError if the value cannot be part of a path, because it would lead to another endpoint */
function toPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    // URLs cannot contain dot segments: even percent-encoded, they are resolved as path navigation.
    if (value === undefined || ['', '.', '..'].includes(value)) {
      throw new TypeError(`The parameter ${name} cannot be ${JSON.stringify(value)}`);
    }
    return encodeURIComponent(value);
  });
}

function defined(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
