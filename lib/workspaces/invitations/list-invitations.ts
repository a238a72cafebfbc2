import type { Caller } from '#lib/platform/auth/access.ts';
import { requireTokenAdmin } from '#lib/workspaces/tokens/require-token-admin.ts';
import type { Invitation } from './invitation.ts';
import { readInvitations, type StoredInvitation } from './invitation-store.ts';

/**
 * Returns the pending invitations of a workspace, newest first. Whoever may revoke its tokens may see them.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function listInvitations(workspaceId: string, caller: Caller): Promise<Invitation[]> {
  await requireTokenAdmin(workspaceId, caller);
  const { pending } = await readInvitations(workspaceId);
  return pending.map(toListedInvitation);
}

/** Leaves out the digests. */
export function toListedInvitation({
  secretDigest: _,
  creatorDigest: __,
  ...invitation
}: StoredInvitation): Invitation {
  return invitation;
}
