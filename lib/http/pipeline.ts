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
 * What a handler answers with: the response body of its contract, headers beside the usual ones and, where the
 * contract has other media types than JSON, which of them the text in `body` is.
 */
export type Answer<E extends Endpoint> = {
  body: z.input<E['response']>;
  headers?: Record<string, string>;
} & (E extends { produces: readonly (infer MediaType)[] } ? { mediaType: MediaType } : { mediaType?: never });

/**
 * The caller is there where the contract asks for a bearer token. `newId` is there where a request came with an
 * Idempotency-Key: the id for what it creates, the same whenever it comes. `roundedNumbers` looks for numbers of the body that
 * are not what was sent, which takes a moment for a large one.
 */
export type HandlerInput<E extends Endpoint> = EndpointRequest<E> & {
  roundedNumbers: () => RoundedNumber[];
} & (E['auth'] extends 'bearer' ? { caller: Caller } : { caller?: never }) &
  (E extends { idempotent: true } ? { newId?: string } : { newId?: never });

/** What the middlewares hand on to each other. */
type Context = { startedAtMs: number };

/**
 * The Lambda handler of an endpoint: logs one line a request, reads the caller and the JSON body, checks the
 * request against the contract, and answers 200 with what `handle` returns or the error envelope with what it
 * throws. The gateway has already checked the path and the token.
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
    // Time enough to answer 503 ourselves before Lambda cuts the function off without an answer.
    timeoutEarlyInMillis: 250,
  })
    // middy runs onError in the reverse order of registration, so these two, being first, see every error last.
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

  // The signal comes with the early timeout: by then the caller has been answered, and nothing may be written after.
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
      // Text goes out as UTF-8, which has no half of a surrogate pair; JSON escapes it.
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

/** Nothing for JSON, which is what the usual headers say. */
function mediaTypeHeader(mediaType: unknown): Record<string, string> {
  return mediaType === undefined ? {} : { 'content-type': `${String(mediaType)}; charset=utf-8` };
}

/**
 * The request, checked. A body is handed on as it was sent, not as zod returns it: the schemas only check, and
 * so nothing of a document can get lost on the way. Path parameters come from the path and from nowhere else.
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

/** A query key that was given twice stays an array, which no schema takes: it is refused, not guessed at. */
function singleValues(query: APIGatewayProxyEvent['multiValueQueryStringParameters']) {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, values]) => [name, values?.length === 1 ? values[0] : values]),
  );
}

/** HTTP header names know no case; a REST API hands them on as they were sent. */
function lowerCaseNames(headers: APIGatewayProxyEvent['headers'] | null): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** One line a request, written whether it went well or not. No body, no token, no query. */
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
      // Everything after this may rely on it.
      request.event.headers = lowerCaseNames(request.event.headers);
    },
    after: log,
    onError: log,
  };
}
