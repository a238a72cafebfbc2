import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { Folder } from './folder.ts';
import { readFolders } from './folder-store.ts';
import { createFolderNotFound, requireFolder } from './require-folder.ts';

/** @throws NOT_FOUND if the workspace has no such folder, or the caller has no access to it */
export async function getFolder(
  { workspaceId, folderId }: { workspaceId: string; folderId: string },
  caller: Caller,
): Promise<Folder> {
  requireRole(workspaceId, 'viewer', createFolderNotFound, caller);
  return requireFolder(await readFolders(workspaceId), folderId);
}
