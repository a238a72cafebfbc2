import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createInvitation } from '#lib/workspaces/invitations/create-invitation.ts';
import { createInvitationContract } from './create-invitation.contract.ts';

export const handler = endpointHandler(
  createInvitationContract,
  async ({ params: { workspaceId }, body: { name, role }, headers, caller }) => {
    return { body: await createInvitation({ workspaceId, name, role }, headers.authorization ?? '', caller) };
  },
);
