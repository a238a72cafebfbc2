import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeCredentials, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { storedCredentials } from './credentials-schema.ts';

export const listCredentialsContract = defineEndpoint({
  id: 'list-credentials',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/credentials',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'List stored credentials',
  description:
    'Returns all credentials that were stored over the API, by id, without their values: no operation returns those. ' +
    'Credentials that were stored by hand are not listed. A workspace has at most 100.',
  request: { params: z.object({ workspaceId: z.string() }) },
  response: () =>
    z.object({
      credentials: z.array(storedCredentials()),
      secretUsdPerMonth: z.number().nullable(),
    }),
  errors: [],
  table: { reads: ['CREDENTIALS'] },
  managesCredentials: 'list',
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      response: { credentials: [makeCredentials()], secretUsdPerMonth: 0.4 },
    },
    properties: { credentials: 'All that were stored over the API, by id' },
  };
}
