import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { HEALTH_PATH } from '#lib/platform/http/health-path.ts';

export const getHealthContract = defineEndpoint({
  id: 'get-health',
  method: 'GET',
  path: HEALTH_PATH,
  api: 'management',
  auth: 'none',
  summary: 'Get the health of this API',
  description:
    'For monitoring and load balancers. Responds if this address is up, its functions run and the table answers a read, and with 503 ' +
    'if it does not. Query parameters are ignored. Responds with 429 to more than 5 requests a second, from all callers together, which says that it is up.',
  // Programs that look at addresses add parameters to get around caches.
  request: { query: z.looseObject({}) },
  response: () => z.object({ status: z.literal('ok') }),
  errors: [],
  table: { reads: ['HEALTH'] },
  // Anybody may ask, so anybody can make it cost.
  maxRequestsPerSecond: 5,
  memoryMb: 512,
  timeoutSeconds: 5,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { response: { status: 'ok' } },
    properties: { status: 'Always the same: otherwise, the response is an error' },
  };
}
