import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { jsonBody } from '#lib/platform/http/json-body.ts';
import { type RequestReader, readEmptyListAsObject, readQuery } from '#lib/platform/http/request-readers.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { CompatibleAddress } from './compatible-address.ts';
import { toOwnNames } from './translate-names.ts';

/**
 * Returns the middlewares that read a request sent to an address: they leave it as if it had been sent to the endpoint.
 * Typebot ignores unknown query parameters, and so do its addresses.
 */
export function createAddressReaders(
  { request, lines, maxBodyBytes }: Endpoint,
  address: CompatibleAddress,
): RequestReader[] {
  return [
    // Typebot's clients expect 400 if a body is missing, which is what the check against the contract responds.
    ...(request.body ? [jsonBody({ mayBeAbsent: true, lines, maxBytes: maxBodyBytes })] : []),
    readEmptyListAsObject(),
    { before: ({ event }) => translateRequest(event, address) },
  ];
}

function translateRequest(event: APIGatewayProxyEvent, address: CompatibleAddress): void {
  const { params, body, toQuery = (sent) => sent, toBody = (sent) => sent } = address;
  const query = readQuery(event);
  Object.assign(event, {
    pathParameters: toOwnNames(event.pathParameters, params),
    multiValueQueryStringParameters: toMultipleValues(toQuery(query)),
    body: toBody(toOwnNames(event.body, body), query),
  });
}

/** Turns a query into what `readQuery` reads it from. */
function toMultipleValues(query: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
  );
}
