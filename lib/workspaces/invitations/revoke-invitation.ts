import { changeOrigin } from '#lib/platform/audit/change.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { requireTokenAdmin } from '#lib/workspaces/tokens/require-token-admin.ts';
import type { Invitation } from './invitation.ts';
import { readInvitation, removeInvitation } from './invitation-store.ts';
import { toListedInvitation } from './list-invitations.ts';

/**
 * Revokes a pending invitation. Whoever may revoke the workspace's tokens may do this.
 *
 * @returns the invitation as it was
 * @throws NOT_FOUND also for one that was accepted, revoked or has expired, FORBIDDEN
 */
export async function revokeInvitation(
  workspaceId: string,
  invitationId: string,
  caller: Caller,
): Promise<Invitation> {
  await requireTokenAdmin(workspaceId, caller);
  const invitation = await readInvitation(workspaceId, invitationId);
  if (!invitation) throw createNotFoundError();
  const change = {
    ...changeOrigin(caller),
    action: 'revokeInvitation' as const,
    workspaceId,
    invitationId,
  };
  if (!(await removeInvitation(invitation, change))) throw createNotFoundError();
  return toListedInvitation(invitation);
}

/** The same for every reason, so that whoever tries a secret learns nothing about it. */
export function createNotFoundError(): ServiceError {
  return new ServiceError(
    'NOT_FOUND',
    'Invitation not found: it is unknown, has expired, or was accepted or revoked',
  );
}
