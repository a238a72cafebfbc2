import { changeOrigin } from '#lib/platform/audit/change.ts';
import { readWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { addDays, PERSONAL_LIFETIME_DAYS } from '#lib/workspaces/tokens/store/expiry.ts';
import type { CreatedToken } from '#lib/workspaces/tokens/store/token.ts';
import { tokenToPut } from '#lib/workspaces/tokens/store/token-store.ts';
import { findInvitation } from './find-invitation.ts';
import { exchangeInvitation } from './invitation-store.ts';
import { createNotFoundError } from './revoke-invitation.ts';

/**
 * Exchanges the secret of an invitation for a personal token, which is renewed while it is used. The secret works
 * once. The entry in the audit trail names the new token as its actor.
 *
 * @param name of the person, 1 to 100 characters after trimming
 * @param sourceIp address that the request came from
 * @throws NOT_FOUND for a secret that cannot be exchanged, whatever the reason, BAD_REQUEST if the name is invalid
 */
export async function acceptInvitation(
  { secret, name }: { secret: string; name: string },
  sourceIp: string | undefined,
): Promise<{ token: CreatedToken; workspace: { id: string; name: string } }> {
  const now = new Date();
  const invitation = await findInvitation(secret);
  if (!invitation) throw createNotFoundError();
  const { workspaceId, id, role } = invitation;
  const { item, created } = tokenToPut({
    workspaceId,
    role,
    name,
    now,
    expiresAt: addDays(now, PERSONAL_LIFETIME_DAYS),
    invitation: { id, name: invitation.name },
  });
  const workspace = await readWorkspace(workspaceId);
  if (!workspace) throw createNotFoundError();
  const actor = { tokenId: created.id, tokenName: created.name, ...(sourceIp !== undefined && { sourceIp }) };
  const change = {
    ...changeOrigin(actor, now),
    action: 'acceptInvitation' as const,
    workspaceId,
    invitationId: id,
    tokenId: created.id,
  };
  if (!(await exchangeInvitation(invitation, { token: item, change, now }))) throw createNotFoundError();
  return { token: created, workspace: { id: workspaceId, name: workspace.name } };
}
