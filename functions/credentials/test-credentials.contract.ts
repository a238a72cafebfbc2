import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { CREDENTIALS_ID, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';

export const testCredentialsContract = defineEndpoint({
  id: 'test-credentials',
  method: 'POST',
  path: '/v1/workspaces/{workspaceId}/credentials/{credentialsId}/test',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Test stored credentials',
  description:
    'Asks the provider whether it accepts stored credentials, with a call that changes nothing: `valid`, `invalid`, or ' +
    '`untested` if there is no such call or the provider did not say. Counts towards the requests that a workspace may send ' +
    'in a day; beyond them, the response is 429.',
  request: { params: z.object({ workspaceId: z.string(), credentialsId: z.string() }) },
  response: () => z.object({ status: z.enum(['valid', 'invalid', 'untested']), message: z.string() }),
  errors: ['CONFLICT'],
  table: { reads: ['CREDENTIALS'], writes: ['QUOTA'] },
  managesCredentials: 'test',
  memoryMb: 512,
  timeoutSeconds: 26,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID, credentialsId: CREDENTIALS_ID },
      response: { status: 'valid', message: 'The provider accepts the credentials' },
    },
    properties: {
      status: 'Whether the provider accepts the credentials',
      message: 'The reason, for people. Quotes no credentials',
    },
  };
}
