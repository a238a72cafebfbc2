import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod';
import { type Caller, toCaller } from '#lib/auth/access.ts';
import { answerOnce } from '#lib/idempotency/answer-once.ts';
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '#lib/idempotency/idempotency-key.ts';
import type { GivenAnswer } from '#lib/idempotency/idempotency-store.ts';
import { type RoundedNumber, roundedNumbers } from '#lib/json/rounded-numbers.ts';
import { logger } from '#lib/observability/logger.ts';
import { endedBy } from '#lib/store/request-signal.ts';
import { check } from '#lib/validation/check.ts';
import type { Endpoint, EndpointRequest } from './contract.ts';
import { corsHeaders } from './cors.ts';
import { errorResponse, toServiceError } from './error-response.ts';
import { RESPONSE_HEADERS } from './gateway-responses.ts';
import { jsonBody } from './json-body.ts';

/**
 * What a handler returns: the response body of its contract and headers in addition to the usual ones. If the
 * contract has media types other than JSON, also the media type of the text in `body`.
 */
export type Answer<E extends Endpoint> = {
  body: z.input<E['response']>;
  headers?: Record<string, string>;
} & (E extends { produces: readonly (infer MediaType)[] } ? { mediaType: MediaType } : { mediaType?: never });

/**
 * `caller` is present if the contract requires a bearer token. `newId` is present if the request has an
 * Idempotency-Key: it is the id for what the request creates, and stays the same when the request is
 * repeated. `roundedNumbers` finds the numbers of the body that parsing has rounded, which takes a moment for
 * a large body.
 */
export type HandlerInput<E extends Endpoint> = EndpointRequest<E> & {
  roundedNumbers: () => RoundedNumber[];
} & (E['auth'] extends 'bearer' ? { caller: Caller } : { caller?: never }) &
  (E extends { idempotent: true } ? { newId?: string } : { newId?: never });

/** State that the middlewares share during a request. */
type Context = { startedAtMs: number };

/**
 * The Lambda handler of an endpoint. It logs one line per request, reads the caller and the JSON body, and
 * checks the request against the contract. It responds 200 with what `handle` returns, or with the error
 * envelope for what it throws. The gateway has already checked the path and the token.
 *
 * @example
 * export const handler = endpointHandler(getBotContract, async ({ params, caller }) => {
 *   return { body: { bot: await getBot(params.botId, caller) } };
 * });
 */
export function endpointHandler<const E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>) => Promise<Answer<E>>,
) {
  const headersFor = (event: APIGatewayProxyEvent) => ({
    ...RESPONSE_HEADERS,
    ...corsHeaders(endpoint.api, event.headers.origin),
  });

  const pipeline = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error>({
    // Leaves enough time to respond 503 before Lambda ends the function without a response.
    timeoutEarlyInMillis: 250,
  })
    // middy runs onError in reverse order of registration, so these two see every error last.
    .use(requestLog(endpoint))
    .use({
      onError: (request) => {
        const error = toServiceError(request.error);
        request.response = errorResponse(
          error,
          request.event.requestContext.requestId,
          headersFor(request.event),
        );
        if (error.statusCode >= 500) {
          logger.error('Request failed', {
            endpoint: endpoint.id,
            requestId: request.event.requestContext.requestId,
            error: (error.cause ?? error) as Error,
          });
        }
      },
    });
  const { body } = endpoint.request;
  if (body) pipeline.use(jsonBody({ mayBeAbsent: body.safeParse(undefined).success }));

  // The early timeout aborts the signal. By then the caller has its response, so nothing more may be written.
  return pipeline.handler((event: APIGatewayProxyEvent, _context, { signal }) =>
    endedBy(signal, () => answerTo(event)),
  );

  async function answerTo(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
    const input = getInput(endpoint, event);
    const key = endpoint.idempotent && event.headers[IDEMPOTENCY_KEY_HEADER];
    const { body, headers } = key ? await givenOnce(key, input, event) : await given(input);
    return { statusCode: 200, headers: { ...headersFor(event), ...headers }, body };
  }

  async function given(input: HandlerInput<E>): Promise<GivenAnswer> {
    const answer = await handle(input);
    return {
      headers: { ...mediaTypeHeader(answer.mediaType), ...answer.headers },
      // Text is sent as UTF-8, which cannot encode half of a surrogate pair. JSON escapes it.
      body: endpoint.produces ? String(answer.body).toWellFormed() : JSON.stringify(answer.body),
    };
  }

  async function givenOnce(
    key: string,
    input: HandlerInput<E>,
    event: APIGatewayProxyEvent,
  ): Promise<GivenAnswer> {
    const { [IDEMPOTENCY_KEY_HEADER]: _, ...others } = (input.headers ?? {}) as Record<
      string,
      string | undefined
    >;
    const { headers, body, isReplayed } = await answerOnce(
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
      (newId) => given({ ...input, newId }),
    );
    return { headers: { ...headers, ...(isReplayed && { [REPLAYED_HEADER]: 'true' }) }, body };
  }
}

/** Empty for JSON, which the usual headers already state. */
function mediaTypeHeader(mediaType: unknown): Record<string, string> {
  return mediaType === undefined ? {} : { 'content-type': `${String(mediaType)}; charset=utf-8` };
}

/**
 * The request, checked against the contract. The body is passed on as it was sent, not as zod returns it, so
 * that no part of a document is lost. Path parameters come only from the path.
 */
function getInput<E extends Endpoint>(endpoint: E, event: APIGatewayProxyEvent): HandlerInput<E> {
  const { params, query, headers, body } = endpoint.request;
  if (body) check(body, event.body);
  return {
    params: params && check(params, event.pathParameters ?? {}),
    query: query && check(query, singleValues(event.multiValueQueryStringParameters)),
    headers: headers && check(headers, event.headers),
    body: body && event.body,
    roundedNumbers: () => roundedNumbers((event as { bodyText?: string }).bodyText ?? ''),
    ...(endpoint.auth === 'bearer' && { caller: toCaller(event.requestContext.authorizer) }),
  } as unknown as HandlerInput<E>;
}

/** A query key that is given twice stays an array, which no schema accepts, so the request is refused. */
function singleValues(query: APIGatewayProxyEvent['multiValueQueryStringParameters']) {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, values]) => [name, values?.length === 1 ? values[0] : values]),
  );
}

/** HTTP header names are case-insensitive. A REST API passes them on as they were sent. */
function lowerCaseNames(headers: APIGatewayProxyEvent['headers'] | null): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Logs one line per request, successful or not. It contains no body, token or query. */
function requestLog(endpoint: Endpoint) {
  const contexts = new WeakMap<object, Context>();
  const log = (request: {
    event: APIGatewayProxyEvent;
    response?: APIGatewayProxyResult | null | undefined;
  }) => {
    const startedAtMs = contexts.get(request)?.startedAtMs ?? Date.now();
    logger.info('Request', {
      endpoint: endpoint.id,
      requestId: request.event.requestContext.requestId,
      status: request.response?.statusCode,
      durationMs: Date.now() - startedAtMs,
    });
  };
  return {
    before: (request: { event: APIGatewayProxyEvent }) => {
      contexts.set(request, { startedAtMs: Date.now() });
      // All later code relies on lower-case names.
      request.event.headers = lowerCaseNames(request.event.headers);
    },
    after: log,
    onError: log,
  };
}
