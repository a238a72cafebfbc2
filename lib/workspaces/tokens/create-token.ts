import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';
import { expiryInDays } from '#lib/workspaces/tokens/store/expiry.ts';
import type { CreatedToken } from '#lib/workspaces/tokens/store/token.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';

export type TokenRequest = {
  name: string;
  role: Role;
  /** Null for a token that never expires; undefined for the default. */
  expiresInDays?: number | null | undefined;
};

/**
 * Creates a token for a workspace. Only admins can do this, so no token can create a more powerful one.
 *
 * @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the name is invalid
 */
export async function createToken(
  workspaceId: string,
  { name, role, expiresInDays }: TokenRequest,
  caller: Caller,
): Promise<CreatedToken> {
  requireRole(workspaceId, 'admin', workspaceNotFound, caller);
  const now = new Date();
  const expiresAt = expiryInDays(expiresInDays, now);
  return await insertToken({ workspaceId, name, role, now, ...(expiresAt && { expiresAt }) }, caller);
}
