import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { parseName } from './store/name.ts';
import type { Workspace } from './store/workspace.ts';
import { saveWorkspaceName, workspaceNotFound } from './store/workspace-store.ts';

/** @throws NOT_FOUND, FORBIDDEN, BAD_REQUEST if the name is invalid */
export async function renameWorkspace(workspaceId: string, name: string, caller: Caller): Promise<Workspace> {
  requireRole(workspaceId, 'admin', workspaceNotFound, caller);
  const renamed = await saveWorkspaceName(workspaceId, parseName(name), caller);
  if (!renamed) throw workspaceNotFound();
  return renamed;
}
