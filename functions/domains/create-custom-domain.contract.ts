import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { DOMAIN_NAME, makeCustomDomain, WORKSPACE_ID } from '#functions/example-data.ts';
import { DOMAIN_NAME_FORM, DOMAIN_NAME_RULE } from '#lib/bots/domains/domain-name.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { customDomain } from './custom-domain-schema.ts';

export const createCustomDomainContract = defineEndpoint({
  id: 'create-custom-domain',
  method: 'POST',
  path: '/v1/custom-domains',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Register a custom domain',
  description:
    'Registers a host name for a workspace. Its bots whose `customDomain` begins with the name then have their pages ' +
    'there. Only one workspace can have a name, and the operator of the deployment has to serve it; otherwise the ' +
    'response is 400. Letters beyond ASCII become punycode. Idempotent.',
  request: {
    body: z.object({ workspaceId: text, name: text.max(253).regex(DOMAIN_NAME_FORM, DOMAIN_NAME_RULE) }),
  },
  response: () => z.object({ customDomain: customDomain() }),
  errors: ['CONFLICT'],
  table: { reads: [], writes: ['HOST'] },
  servesDomains: true,
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      body: { workspaceId: WORKSPACE_ID, name: DOMAIN_NAME },
      response: { customDomain: makeCustomDomain() },
    },
  };
}
