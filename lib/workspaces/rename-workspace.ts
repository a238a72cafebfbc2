import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { parseName } from './store/name.ts';
import type { Workspace } from './store/workspace.ts';
import { renameWorkspace, workspaceNotFound } from './store/workspace-store.ts';

/** @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the name is invalid */
export async function renameWorkspaceAs(
  caller: Caller,
  workspaceId: string,
  name: string,
): Promise<Workspace> {
  requireRole(caller, workspaceId, 'admin', workspaceNotFound);
  const renamed = await renameWorkspace(workspaceId, parseName(name), caller);
  if (!renamed) throw workspaceNotFound();
  return renamed;
}
