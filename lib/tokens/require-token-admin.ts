import { adminWorkspaces, type Caller, requireRole } from '#lib/auth/access.ts';
import { readMakers, workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';

/**
 * Allows callers who may see and revoke the tokens of a workspace: its own admins, and the admins of its
 * makers. To callers from other workspaces, the workspace looks absent.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function requireTokenAdmin(caller: Caller, workspaceId: string): Promise<void> {
  const own = adminWorkspaces(caller);
  if (own.length > 0 && !own.includes(workspaceId)) {
    const makers = await readMakers(workspaceId);
    if (makers.some((maker) => own.includes(maker))) return;
  }
  requireRole(caller, workspaceId, 'admin', workspaceNotFound());
}
