import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listInvitations } from '#lib/workspaces/invitations/list-invitations.ts';
import { listInvitationsContract } from './list-invitations.contract.ts';

export const handler = endpointHandler(listInvitationsContract, async ({ params, caller }) => {
  return { body: { invitations: await listInvitations(params.workspaceId, caller) } };
});
