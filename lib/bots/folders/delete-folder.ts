import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { Folder } from './folder.ts';
import { readFolders, rewriteFolders } from './folder-store.ts';
import { moveBots } from './move-bots.ts';
import { createFolderNotFound, requireFolder } from './require-folder.ts';

/** Well below the timeout of the function, because the bots that are being moved still have to be saved. */
export const MOVING_MS = 15_000;

/**
 * Deletes a folder. Its bots and folders move to its parent. The bots move first: if there are too many for one request,
 * the folder stays, and another request goes on.
 *
 * @param movingMs time for moving bots
 * @throws NOT_FOUND if the workspace has no such folder or the caller has no access to it, FORBIDDEN, SERVICE_UNAVAILABLE
 */
export async function deleteFolder(
  { workspaceId, folderId }: { workspaceId: string; folderId: string },
  movingMs: number,
  caller: Caller,
): Promise<Folder> {
  requireRole(workspaceId, 'editor', createFolderNotFound, caller);
  const folder = requireFolder(await readFolders(workspaceId), folderId);
  const action = 'deleteFolder' as const;
  const move = { workspaceId, from: folderId, to: folder.parentFolderId, action };
  const end = Date.now() + movingMs;
  if (!(await moveBots(move, () => Date.now() < end, caller))) {
    const message = 'The folder has many bots, and not all are moved yet; please send the request again';
    throw new ServiceError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 1 });
  }
  await rewriteFolders({ ...changeOrigin(caller), action, workspaceId, folderId }, (folders) => {
    const { parentFolderId } = requireFolder(folders, folderId);
    return folders
      .filter(({ id }) => id !== folderId)
      .map((other) => (other.parentFolderId === folderId ? { ...other, parentFolderId } : other));
  });
  return folder;
}
