import { adminWorkspaces, type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { readMakers, workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';

/**
 * Requires a caller who may list and revoke a workspace's tokens: one of its admins, or an admin of one of its
 * makers. To callers from other workspaces, the workspace appears not to exist.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function requireTokenAdmin(workspaceId: string, caller: Caller): Promise<void> {
  const own = adminWorkspaces(caller);
  if (own.length > 0 && !own.includes(workspaceId)) {
    const makers = await readMakers(workspaceId);
    if (makers.some((maker) => own.includes(maker))) return;
  }
  requireRole(workspaceId, 'admin', workspaceNotFound, caller);
}
