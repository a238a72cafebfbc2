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

/** Leaves out the digests. Keys are always in the same order, which the table does not keep. */
export function toListedInvitation({
  id,
  workspaceId,
  name,
  role,
  createdAt,
  expiresAt,
  createdBy: { tokenId, tokenName },
}: StoredInvitation): Invitation {
  return { id, workspaceId, name, role, createdAt, expiresAt, createdBy: { tokenId, tokenName } };
}
