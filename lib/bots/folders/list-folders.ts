import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { Folder } from './folder.ts';
import { readFolders } from './folder-store.ts';

export type FolderQuery = {
  workspaceId: string;
  /** Null selects the folders that are in no other one, undefined selects all. */
  parentFolderId: string | null | undefined;
};

/**
 * Returns the folders of a workspace, newest first.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace
 */
export async function listFolders(
  { workspaceId, parentFolderId }: FolderQuery,
  caller: Caller,
): Promise<readonly Folder[]> {
  requireRole(workspaceId, 'viewer', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  const folders = await readFolders(workspaceId);
  return parentFolderId === undefined
    ? folders
    : folders.filter((folder) => folder.parentFolderId === parentFolderId);
}
