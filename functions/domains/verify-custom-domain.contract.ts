import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { DOMAIN_NAME, makeCustomDomain } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { customDomain } from './custom-domain-schema.ts';

export const verifyCustomDomainContract = defineEndpoint({
  id: 'verify-custom-domain',
  method: 'GET',
  path: '/v1/custom-domains/{domain}/verify',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Verify a custom domain',
  description:
    'Says whether the deployment serves a registered host name, and which name its CNAME record has to have. The ' +
    'record itself is not looked up. `cnameTarget` is null on a laptop, where no DNS leads.',
  request: { params: z.object({ domain: z.string() }) },
  response: () =>
    z.object({
      customDomain: customDomain(),
      isConfigured: z.boolean(),
      cnameTarget: z.string().nullable(),
    }),
  errors: [],
  table: { reads: ['HOST'] },
  servesDomains: true,
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { domain: DOMAIN_NAME },
      response: { customDomain: makeCustomDomain(), isConfigured: true, cnameTarget: 'bots.example.com' },
    },
    parameters: { domain: 'The host name, without a path' },
    properties: {
      isConfigured: 'Whether the operator serves the name',
      cnameTarget: 'The name that DNS has to lead the domain to. Null on a laptop',
    },
  };
}
