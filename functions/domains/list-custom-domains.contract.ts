import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeCustomDomain, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { customDomain } from './custom-domain-schema.ts';

export const listCustomDomainsContract = defineEndpoint({
  id: 'list-custom-domains',
  method: 'GET',
  path: '/v1/custom-domains',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List custom domains',
  description:
    'Returns all host names that a workspace has registered for the pages of its bots, newest first. A name that was ' +
    'registered or deleted just now may take a second to appear or disappear.',
  request: { query: z.object({ workspaceId: z.string() }) },
  response: () => z.object({ customDomains: z.array(customDomain()) }),
  errors: [],
  table: { reads: [], lists: ['domains'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      query: { workspaceId: WORKSPACE_ID },
      response: { customDomains: [makeCustomDomain()] },
    },
    properties: { customDomains: 'All of the workspace, newest first' },
  };
}
