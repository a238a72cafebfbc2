import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { revokeInvitation } from '#lib/workspaces/invitations/revoke-invitation.ts';
import { revokeInvitationContract } from './revoke-invitation.contract.ts';

export const handler = endpointHandler(revokeInvitationContract, async ({ params, caller }) => {
  return { body: { invitation: await revokeInvitation(params.workspaceId, params.invitationId, caller) } };
});
