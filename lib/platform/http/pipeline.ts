import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type * as z from 'zod';
import { type Caller, toCaller } from '#lib/platform/auth/access.ts';
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '#lib/platform/idempotency/idempotency-key.ts';
import type { GivenResponse } from '#lib/platform/idempotency/idempotency-store.ts';
import { respondOnce } from '#lib/platform/idempotency/respond-once.ts';
import { findRoundedNumbers, type RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import { observeCall } from '#lib/platform/observability/observe-call.ts';
import { TRACEPARENT_HEADER } from '#lib/platform/observability/traceparent.ts';
import { isId } from '#lib/platform/store/keys.ts';
import { endedBy } from '#lib/platform/store/request-signal.ts';
import { check } from '#lib/platform/validation/check.ts';
import type { ParsedLines } from './body-lines.ts';
import type { Endpoint, EndpointRequest } from './contract.ts';
import { corsHeaders } from './cors.ts';
import { errorResponse, toServiceError } from './error-response.ts';
import { RESPONSE_HEADERS } from './gateway-responses.ts';
import { getPageOrigin } from './page-origin.ts';
import { createRequestReaders, type RequestReader, readQuery } from './request-readers.ts';
import { getCallerAddress, getSiteHost } from './site-viewer.ts';
import { RESPONSE_RESERVE_MS } from './time-limits.ts';

/**
 * A handler's result: the response body as defined by the contract, and headers in addition to the usual ones.
 * If the contract allows media types other than JSON, also the media type of the text in `body`. If it allows redirects,
 * `redirectTo` makes the response a 302 to that address, without a body. If it revalidates, no body makes it a 304.
 */
export type HandlerOutput<E extends Endpoint> = {
  body: z.input<ReturnType<E['response']>> | (E extends { revalidates: true } ? undefined : never);
  headers?: Record<string, string>;
  redirectTo?: E extends { redirects: true } ? string : never;
} & (E extends { produces: readonly (infer MediaType)[] } ? { mediaType: MediaType } : { mediaType?: never });

/**
 * `caller` is present if the contract requires a bearer token. `newId` is present if the request has an
 * Idempotency-Key: the id for whatever the request creates, the same in every retry. `findRoundedNumbers` finds the
 * numbers of the body that parsing rounded, which takes a moment for a large body. `deadlineMs` is when the
 * caller gets 503 instead of what the handler returns, in epoch milliseconds. `siteHost` is the host at which a site was
 * asked, and undefined for a call of the API itself. `callerAddress` is the IP address that the request came from.
 */
export type HandlerInput<E extends Endpoint> = EndpointRequest<E> & {
  roundedNumbers: () => RoundedNumber[];
  deadlineMs: number;
  siteHost: string | undefined;
  callerAddress: string | undefined;
} & (E['auth'] extends 'bearer' ? { caller: Caller } : { caller?: never }) &
  (E extends { idempotent: true } ? { newId?: string } : { newId?: never });

type Handle<E extends Endpoint> = (input: HandlerInput<E>) => Promise<HandlerOutput<E>>;

/** A Lambda handler, and what it was created from: enough to create another that reads its requests differently. */
export type EndpointHandler<E extends Endpoint = Endpoint> = {
  (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult>;
  endpoint: E;
  handle: Handle<E>;
};

/** State that middlewares share during a request. */
type Timing = { startedAtMs: number };

/**
 * Creates the Lambda handler of an endpoint. It logs one line per request, reads the caller and the JSON body,
 * and validates the request against the contract. It responds 200 with what `handle` returns, or with the error
 * envelope for what it throws. The gateway has already checked the path and the token.
 *
 * @param readers middlewares that run before the request is checked, and may change the event
 * @example
 * export const handler = endpointHandler(getBotContract, async ({ params, caller }) => {
 *   return { body: { bot: await getBot(params.botId, caller) } };
 * });
 */
export function endpointHandler<const E extends Endpoint>(
  endpoint: E,
  handle: Handle<E>,
  readers: RequestReader[] = createRequestReaders(endpoint),
): EndpointHandler<E> {
  const headersFor = (event: APIGatewayProxyEvent) => ({
    ...RESPONSE_HEADERS,
    ...corsHeaders(endpoint.api, event.headers.origin),
  });

  const pipeline = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error>({
    timeoutEarlyInMillis: RESPONSE_RESERVE_MS,
  })
    // middy runs onError in reverse order of registration, so these two see every error last.
    .use(requestLog())
    .use({
      onError: (request) => {
        const error = toServiceError(request.error);
        const { headers, requestContext } = request.event;
        const isForBrowser = /\btext\/html\b/.test(headers.accept ?? '');
        const toResponse = (isForBrowser && endpoint.errorPage) || errorResponse;
        request.response = toResponse(error, requestContext.requestId, headersFor(request.event));
        if (error.statusCode >= 500) {
          logger.error('Request failed', { error: (error.cause ?? error) as Error });
        }
      },
    })
    .use(readers);

  // The early timeout aborts the signal. By then the caller has its response, so nothing more may be written.
  const handler = pipeline.handler((event: APIGatewayProxyEvent, context, { signal }) =>
    endedBy(signal, () => respondTo(event, context)),
  );
  const respondWithLogKeys = (event: APIGatewayProxyEvent, context: Context) => {
    const { requestId } = event.requestContext;
    // All subsequent code relies on lower-case names.
    event.headers = lowerCaseNames(event.headers);
    return observeCall(
      {
        name: endpoint.id,
        keys: { endpoint: endpoint.id, requestId },
        route: `${endpoint.method} ${endpoint.path}`,
        traceparent: event.headers[TRACEPARENT_HEADER],
      },
      context,
      () => handler(event, context),
    );
  };
  return Object.assign(respondWithLogKeys, { endpoint, handle });

  async function respondTo(event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> {
    const deadlineMs = Date.now() + context.getRemainingTimeInMillis() - RESPONSE_RESERVE_MS;
    const input = getInput(endpoint, event, deadlineMs);
    const key = endpoint.idempotent && event.headers[IDEMPOTENCY_KEY_HEADER];
    const given = key ? await respondIdempotently(key, input, event) : await respond(input);
    const headers = { ...headersFor(event), ...given.headers };
    return { statusCode: getStatusCode(endpoint, given), headers, body: given.body };
  }

  async function respond(input: HandlerInput<E>): Promise<GivenResponse> {
    const { body, headers, mediaType, redirectTo } = await handle(input);
    return {
      headers: {
        ...mediaTypeHeader(mediaType),
        ...headers,
        ...(redirectTo !== undefined && { location: redirectTo }),
      },
      // Text is sent as UTF-8, which cannot encode lone surrogates. JSON escapes them.
      body: endpoint.produces ? String(body).toWellFormed() : (JSON.stringify(body) ?? ''),
    };
  }

  async function respondIdempotently(
    key: string,
    input: HandlerInput<E>,
    event: APIGatewayProxyEvent,
  ): Promise<GivenResponse> {
    const { [IDEMPOTENCY_KEY_HEADER]: _, ...others } = (input.headers ?? {}) as Record<
      string,
      string | undefined
    >;
    const { headers, body, isReplayed } = await respondOnce(
      {
        tokenId: input.caller?.tokenId ?? '',
        key,
        method: event.httpMethod,
        path: event.path,
        query: input.query,
        headers: others,
        body: input.body,
        timeoutMs: endpoint.timeoutSeconds * 1_000,
      },
      (newId) => respond({ ...input, newId }),
    );
    return { headers: { ...headers, ...(isReplayed && { [REPLAYED_HEADER]: 'true' }) }, body };
  }
}

/** JSON is never empty, so an empty body means that the caller has it. */
function getStatusCode({ revalidates }: Endpoint, { headers, body }: GivenResponse): number {
  if (headers.location !== undefined) return 302;
  return revalidates && body === '' ? 304 : 200;
}

/** Empty for JSON, the default content type. */
function mediaTypeHeader(mediaType: unknown): Record<string, string> {
  return mediaType === undefined ? {} : { 'content-type': `${String(mediaType)}; charset=utf-8` };
}

/**
 * Returns the request, validated against the contract. The body is passed on as sent, not as returned by zod,
 * so that no part of a document is lost. Path parameters come only from the path.
 */
function getInput<E extends Endpoint>(
  endpoint: E,
  event: APIGatewayProxyEvent,
  deadlineMs: number,
): HandlerInput<E> {
  const { params, query, headers, body } = endpoint.request;
  const checkedBody = body && checkBody(body, event.body, event);
  const input = {
    params: params && check(params, event.pathParameters ?? {}),
    query: query && check(query, readQuery(event)),
  };
  logIds(input.params, input.query, checkedBody);
  return {
    ...input,
    headers: headers && check(headers, { ...event.headers, origin: getPageOrigin(event) }),
    body: body && event.body,
    deadlineMs,
    siteHost: getSiteHost(event.headers),
    callerAddress: getCallerAddress(event),
    roundedNumbers: () => findRoundedNumbers((event as { bodyText?: string }).bodyText ?? ''),
    ...(endpoint.auth === 'bearer' && {
      caller: toCaller(event.requestContext.authorizer, getCallerAddress(event)),
    }),
  } as unknown as HandlerInput<E>;
}

function checkBody(schema: z.ZodType, body: unknown, event: object): unknown {
  try {
    return check(schema, body);
  } catch (error) {
    const { addLineNumbers } = event as Partial<ParsedLines>;
    throw addLineNumbers ? addLineNumbers(error) : error;
  }
}

/** Adds the request's bot and workspace to its log lines, whether or not they exist. */
function logIds(...parts: unknown[]): void {
  for (const part of parts) {
    for (const name of ['workspaceId', 'botId'] as const) {
      const id = (part as Partial<Record<typeof name, unknown>> | undefined)?.[name];
      if (typeof id === 'string' && isId(id)) addLogKeys({ [name]: id });
    }
  }
}

/** HTTP header names are case-insensitive, but a REST API passes them on as sent. */
function lowerCaseNames(headers: APIGatewayProxyEvent['headers'] | null): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Logs one line per request, successful or not, without body, token or query. At level DEBUG, also one with details. */
function requestLog() {
  const contexts = new WeakMap<object, Timing>();
  const log = (request: {
    event: APIGatewayProxyEvent;
    response?: APIGatewayProxyResult | null | undefined;
    error?: Error | null | undefined;
  }) => {
    const startedAtMs = contexts.get(request)?.startedAtMs ?? Date.now();
    logger.info('Request', {
      status: request.response?.statusCode,
      durationMs: Date.now() - startedAtMs,
    });
    const { httpMethod: method, resource } = request.event;
    const error = request.error ? toServiceError(request.error) : undefined;
    logger.debug('Request details', {
      method,
      resource,
      responseChars: request.response?.body?.length,
      ...(error && { code: error.code, issues: error.issues?.length ?? 0 }),
    });
  };
  return {
    before: (request: { event: APIGatewayProxyEvent }) => {
      contexts.set(request, { startedAtMs: Date.now() });
    },
    after: log,
    onError: log,
  };
}
