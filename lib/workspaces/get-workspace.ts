import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { WorkspaceWithRole } from './list-workspaces.ts';
import { getWorkspace, workspaceNotFound } from './store/workspace-store.ts';

/**
 * Returns a workspace in which the token has a role.
 *
 * @throws NOT_FOUND
 */
export async function getWorkspaceAs(caller: Caller, workspaceId: string): Promise<WorkspaceWithRole> {
  requireRole(caller, workspaceId, 'viewer', workspaceNotFound);
  const workspace = await getWorkspace(workspaceId);
  const role = caller.grants.get(workspaceId);
  if (!workspace || role === undefined) throw workspaceNotFound();
  return { ...workspace, role };
}
