import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { INVITATION_SECRET, makeInvitation, WORKSPACE_ID } from '#functions/example-data.ts';
import { ROLES } from '#lib/platform/auth/role.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { invitation } from '#lib/workspaces/invitations/invitation-schema.ts';
import { name } from '#lib/workspaces/name-schema.ts';

export const createInvitationContract = defineEndpoint({
  id: 'create-invitation',
  method: 'POST',
  path: '/v1/workspaces/{workspaceId}/invitations',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Invite a person',
  description:
    'Creates an invitation that one person can accept, once, within 7 days. Only this response contains its secret. ' +
    "The console's address followed by `path` is the link for that person. The invitation ends with the token that " +
    'created it. A workspace has at most 100 pending ones.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    body: z.object({ name, role: z.enum(ROLES) }),
    // The invitation refers to the caller's token by its digest: see lib/workspaces/invitations/create-invitation.ts.
    headers: z.object({ authorization: z.string().optional() }),
  },
  response: () => z.object({ invitation, secret: z.string(), path: z.string() }),
  returnsSecret: true,
  errors: ['CONFLICT'],
  table: {
    reads: ['WORKSPACE', 'TOKEN', 'PERSON', 'INVITATION'],
    writes: ['INVITATION'],
    appends: ['AUDIT'],
  },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    properties: {
      name: 'Whom it is for: a name or an address',
      role: 'Role of the token that the person gets',
      invitation: 'The new invitation, without its secret',
      secret: 'The secret of the invitation, which is shown only here',
      path: "Path and fragment of the console's page that accepts it",
    },
    example: {
      params: { workspaceId: WORKSPACE_ID },
      body: { name: 'Ada, support', role: 'editor' },
      response: {
        invitation: makeInvitation(),
        secret: INVITATION_SECRET,
        path: `/invite#${INVITATION_SECRET}`,
      },
    },
  };
}
