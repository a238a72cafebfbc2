import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { CREDENTIALS_ID, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const deleteCredentialsContract = defineEndpoint({
  id: 'delete-credentials',
  method: 'DELETE',
  path: '/v1/workspaces/{workspaceId}/credentials/{credentialsId}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Delete stored credentials',
  description:
    'Deletes credentials with their value. Blocks that name them do nothing, at the latest after a minute. The operator of a ' +
    'deployed service can restore the value for seven days.',
  request: { params: z.object({ workspaceId: z.string(), credentialsId: z.string() }) },
  response: () => z.object({ message: z.string() }),
  errors: ['CONFLICT'],
  table: { reads: ['CREDENTIALS'], writes: ['CREDENTIALS'] },
  managesCredentials: 'delete',
  memoryMb: 512,
  timeoutSeconds: 20,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID, credentialsId: CREDENTIALS_ID },
      response: { message: 'success' },
    },
  };
}
