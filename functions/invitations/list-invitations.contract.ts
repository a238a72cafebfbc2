import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeInvitation, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { invitation } from '#lib/workspaces/invitations/invitation-schema.ts';

export const listInvitationsContract = defineEndpoint({
  id: 'list-invitations',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/invitations',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'List the pending invitations of a workspace',
  description:
    'Returns the invitations that can still be accepted, newest first, without their secrets. Also open to admins of ' +
    'the workspace that created this one.',
  request: { params: z.object({ workspaceId: z.string() }) },
  response: () => z.object({ invitations: z.array(invitation) }),
  errors: [],
  // WORKSPACE: access depends on who created it. TOKEN: an invitation ends with the token that created it.
  table: { reads: ['WORKSPACE', 'TOKEN', 'PERSON', 'INVITATION'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    properties: {
      invitations: 'Those that can be accepted, newest first',
    },
    example: {
      params: { workspaceId: WORKSPACE_ID },
      response: { invitations: [makeInvitation()] },
    },
  };
}
