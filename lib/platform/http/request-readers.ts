import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Endpoint } from './contract.ts';
import { jsonBody } from './json-body.ts';
import { requireKnownQuery } from './known-query.ts';

/** middy middleware that prepares an event for the check against the contract. */
export type RequestReader = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

/** Returns the middlewares that read a request as its contract describes it, in this order. */
export function createRequestReaders({ api, request, lines, maxBodyBytes }: Endpoint): RequestReader[] {
  const { body, query } = request;
  return [
    ...(body
      ? [jsonBody({ mayBeAbsent: body.safeParse(undefined).success, lines, maxBytes: maxBodyBytes })]
      : []),
    ...(api === 'chat' ? [readEmptyListAsObject()] : []),
    { before: ({ event }) => requireKnownQuery(query, readQuery(event)) },
  ];
}

/** PHP writes an empty object as an empty list. Clients of chats may. */
export function readEmptyListAsObject(): RequestReader {
  return {
    before: ({ event }: { event: { body: unknown } }) => {
      if (Array.isArray(event.body) && event.body.length === 0) event.body = {};
    },
  };
}

/** A repeated query key stays an array, which no schema accepts, so the request is refused. */
export function readQuery({
  multiValueQueryStringParameters: query,
}: Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters'>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, values]) => [name, values?.length === 1 ? values[0] : values]),
  );
}
