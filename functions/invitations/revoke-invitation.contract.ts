import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { INVITATION_ID, makeInvitation, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { invitation } from '#lib/workspaces/invitations/invitation-schema.ts';

export const revokeInvitationContract = defineEndpoint({
  id: 'revoke-invitation',
  method: 'DELETE',
  path: '/v1/workspaces/{workspaceId}/invitations/{invitationId}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Revoke an invitation',
  description:
    'Revokes a pending invitation, at once. One that was accepted is not found: revoke the token of the person ' +
    'instead. Also open to admins of the workspace that created this one.',
  request: { params: z.object({ workspaceId: z.string(), invitationId: z.string() }) },
  response: () => z.object({ invitation }),
  errors: [],
  // WORKSPACE: access depends on who created it.
  table: { reads: ['WORKSPACE', 'INVITATION'], writes: ['INVITATION'], appends: ['AUDIT'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    properties: { invitation: 'The revoked invitation' },
    example: {
      params: { workspaceId: WORKSPACE_ID, invitationId: INVITATION_ID },
      response: { invitation: makeInvitation() },
    },
  };
}
