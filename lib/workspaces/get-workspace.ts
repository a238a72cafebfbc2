import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { WorkspaceWithRole } from './list-workspaces.ts';
import { readWorkspace, workspaceNotFound } from './store/workspace-store.ts';

/**
 * Returns a workspace in which the token has a role.
 *
 * @throws NOT_FOUND
 */
export async function getWorkspace(workspaceId: string, caller: Caller): Promise<WorkspaceWithRole> {
  requireRole(workspaceId, 'viewer', workspaceNotFound, caller);
  const workspace = await readWorkspace(workspaceId);
  const role = caller.grants.get(workspaceId);
  if (!workspace || role === undefined) throw workspaceNotFound();
  return { ...workspace, role };
}
