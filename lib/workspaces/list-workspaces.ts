import type { Caller } from '#lib/auth/access.ts';
import type { Role } from '#lib/auth/role.ts';
import type { Workspace } from './workspace.ts';
import { getWorkspaces } from './workspace-store.ts';

export type WorkspaceWithRole = Workspace & { role: Role };

/** The workspaces that the token has a role in, newest first. */
export async function listGrantedWorkspaces({ grants }: Caller): Promise<WorkspaceWithRole[]> {
  const workspaces = await getWorkspaces([...grants.keys()]);
  return workspaces.flatMap((workspace) => {
    const role = grants.get(workspace.id);
    return role === undefined ? [] : [{ ...workspace, role }];
  });
}
