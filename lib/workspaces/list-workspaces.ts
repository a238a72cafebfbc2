import { adminWorkspaces, type Caller } from '#lib/platform/auth/access.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { parseCursor } from '#lib/platform/store/page.ts';
import type { MadeWorkspace, Workspace } from './store/workspace.ts';
import { readMadeWorkspaces, readWorkspaces } from './store/workspace-store.ts';

export type WorkspaceWithRole = Workspace & { role: Role };

export type WorkspaceList = {
  workspaces: WorkspaceWithRole[];
  /**
   * Workspaces whose makers include a workspace in which the caller is an admin. Absent if the caller is not
   * an admin.
   */
  made?: MadeWorkspace[];
  nextCursor?: string;
};

const MADE_PER_PAGE = 100;

/** Returns the workspaces in which the token has a role, newest first. */
export async function listGrantedWorkspaces({ grants }: Caller): Promise<WorkspaceWithRole[]> {
  const workspaces = await readWorkspaces([...grants.keys()]);
  return workspaces.flatMap((workspace) => {
    const role = grants.get(workspace.id);
    return role === undefined ? [] : [{ ...workspace, role }];
  });
}

/**
 * Returns the workspaces in which the token has a role. For an admin, also a page of the workspaces created
 * with tokens of the workspaces in which it is an admin.
 *
 * @throws BAD_REQUEST for an invalid cursor
 */
export async function listWorkspaces(
  { cursor }: { cursor?: string | undefined },
  caller: Caller,
): Promise<WorkspaceList> {
  const before = cursor === undefined ? undefined : parseCursor(cursor);
  const workspaces = await listGrantedWorkspaces(caller);
  const makers = adminWorkspaces(caller);
  if (makers.length === 0) return { workspaces };
  const { items, nextCursor } = await readMadeWorkspaces(makers, { limit: MADE_PER_PAGE, before });
  return { workspaces, made: items, ...(nextCursor !== undefined && { nextCursor }) };
}
