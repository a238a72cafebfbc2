import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { parseShownName } from '#lib/platform/validation/shown-name.ts';
import { type Folder, MAX_FOLDER_NAME_CHARACTERS } from './folder.ts';
import { rewriteFolders } from './folder-store.ts';
import { assertMayBeIn } from './folder-tree.ts';
import { createFolderNotFound, requireFolder } from './require-folder.ts';

export type FolderUpdate = {
  name?: string | undefined;
  parentFolderId?: string | null | undefined;
};

/**
 * Renames a folder, or moves it with everything in it. Does nothing if the folder is as it should be.
 *
 * @throws NOT_FOUND if the workspace has no such folder or the caller has no access to it, FORBIDDEN, BAD_REQUEST if the name
 *   or the parent is invalid, SERVICE_UNAVAILABLE
 */
export async function updateFolder(
  { workspaceId, folderId }: { workspaceId: string; folderId: string },
  update: FolderUpdate,
  caller: Caller,
): Promise<Folder> {
  requireRole(workspaceId, 'editor', createFolderNotFound, caller);
  const origin = changeOrigin(caller);
  const options = { path: 'folder.name', maxCharacters: MAX_FOLDER_NAME_CHARACTERS };
  const sentName = update.name === undefined ? undefined : parseShownName(update.name, options);
  const change = { ...origin, action: 'updateFolder' as const, workspaceId, folderId };
  const folders = await rewriteFolders(change, (before) => {
    const folder = requireFolder(before, folderId);
    const { name = folder.name, parentFolderId = folder.parentFolderId } = { ...update, name: sentName };
    if (name === folder.name && parentFolderId === folder.parentFolderId) return before;
    if (parentFolderId !== folder.parentFolderId) {
      assertMayBeIn(before, folder, parentFolderId, 'folder.parentFolderId');
    }
    const changed = { ...folder, name, parentFolderId, updatedAt: origin.at };
    return before.map((other) => (other === folder ? changed : other));
  });
  return requireFolder(folders, folderId);
}
