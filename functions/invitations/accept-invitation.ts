import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { acceptInvitation } from '#lib/workspaces/invitations/accept-invitation.ts';
import { acceptInvitationContract } from './accept-invitation.contract.ts';

export const handler = endpointHandler(acceptInvitationContract, async ({ body, callerAddress }) => {
  return { body: await acceptInvitation(body, callerAddress) };
});
