import { endpoints } from '#lib/endpoints.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { loadFunction } from './load-function.ts';

/**
 * The gateway in front of this repository's own functions.
 *
 * @param onFault called with the reason why the gateway sent a 5xx
 */
export function createLocalGateway(onFault: (error: unknown) => void): Gateway {
  return createGateway({
    endpoints,
    loadFunction,
    authorizer: async (event, context) => (await loadFunction('authorizer'))(event, context),
    onFault,
  });
}
