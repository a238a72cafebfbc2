import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { type EndpointHandler, endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createAddressReaders } from './address-readers.ts';
import type { CheckedRequest, CompatibleAddress } from './compatible-address.ts';
import { toTheirError } from './compatible-error.ts';
import { toTheirResponse } from './translate-response.ts';

type LambdaHandler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/**
 * Puts an endpoint's handler behind addresses of Typebot: a request sent to one of them is translated before it is
 * checked, and so is its response, before it is kept for a repeated request.
 */
export function serveAddresses(addresses: readonly CompatibleAddress[], own: EndpointHandler): LambdaHandler {
  const handlers = new Map<string, LambdaHandler>(
    addresses.map((address) => [address.path, createAddressHandler(address, own)]),
  );
  return (event, context) => (handlers.get(event.resource) ?? own)(event, context);
}

function createAddressHandler(
  address: CompatibleAddress,
  { endpoint, handle }: EndpointHandler,
): LambdaHandler {
  const handler = endpointHandler(
    endpoint,
    async (input) => {
      const output = await handle(input);
      // A caller that has the response gets no body.
      if (output.body === undefined) return output;
      return { ...output, body: toTheirResponse(address, output.body, input as CheckedRequest) };
    },
    createAddressReaders(endpoint, address),
  );
  return async (event, context) => {
    const response = await handler(event, context);
    return response.statusCode < 400 ? response : toTheirError(address, response);
  };
}
