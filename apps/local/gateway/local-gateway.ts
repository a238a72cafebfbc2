import { routes } from '#functions/endpoints.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { loadFunction } from './load-function.ts';

/**
 * Creates a gateway for this repository's own functions.
 *
 * @param onFault called with the cause of each 5xx that the gateway sent
 */
export function createLocalGateway(onFault: (error: unknown) => void): Gateway {
  return createGateway({
    endpoints: routes,
    loadFunction,
    authorizer: async (event, context) => (await loadFunction('authorizer'))(event, context),
    onFault,
  });
}
