import { adminWorkspaces, type Caller, requireRole } from '#lib/auth/access.ts';
import { readMakers, workspaceNotFound } from '#lib/workspaces/store/workspace-store.ts';

/**
 * Lets through whoever may see and revoke the tokens of a workspace: its own admins, and those of the workspaces that it
 * goes back to. To everybody else of another workspace it looks absent.
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
