import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { DOMAIN_NAME } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const deleteCustomDomainContract = defineEndpoint({
  id: 'delete-custom-domain',
  method: 'DELETE',
  path: '/v1/custom-domains/{domain}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Delete a custom domain',
  description:
    'Gives up a host name, which any workspace can then register. Bots keep their `customDomain`, but their pages ' +
    'there are gone; the edge may show them for another minute.',
  request: { params: z.object({ domain: z.string() }) },
  response: () => z.object({ message: z.string() }),
  errors: [],
  table: { reads: ['HOST'], writes: ['HOST'], appends: ['AUDIT'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { params: { domain: DOMAIN_NAME }, response: { message: 'success' } },
    parameters: { domain: 'The host name, without a path' },
  };
}
