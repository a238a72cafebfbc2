import { type Caller, requireRole } from '#lib/auth/access.ts';
import type { Role } from '#lib/auth/role.ts';
import { workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import { expiryInDays } from './store/expiry.ts';
import type { CreatedToken } from './store/token.ts';
import { createToken } from './store/token-store.ts';

export type TokenRequest = {
  name: string;
  role: Role;
  /** null: never; undefined: the default. */
  expiresInDays?: number | null | undefined;
};

/**
 * Makes a token for a workspace. Only an admin may, so no token makes one that may do more than itself.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST for a name that is none
 */
export async function createWorkspaceToken(
  workspaceId: string,
  { name, role, expiresInDays }: TokenRequest,
  caller: Caller,
): Promise<CreatedToken> {
  requireRole(caller, workspaceId, 'admin', workspaceNotFound());
  const now = new Date();
  const expiresAt = expiryInDays(expiresInDays, now);
  return await createToken({ workspaceId, name, role, now, ...(expiresAt && { expiresAt }) });
}
