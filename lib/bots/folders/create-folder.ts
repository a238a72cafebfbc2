import { changeOrigin } from '#lib/platform/audit/change.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { parseShownName } from '#lib/platform/validation/shown-name.ts';
import { type Folder, MAX_FOLDER_NAME_CHARACTERS, MAX_FOLDERS } from './folder.ts';
import { rewriteFolders } from './folder-store.ts';
import { assertMayBeIn } from './folder-tree.ts';
import { requireFolder } from './require-folder.ts';

export type NewFolder = {
  workspaceId: string;
  name: string;
  /** The id that the request wants. */
  id?: string | undefined;
  /** Id if the request wants none and has an idempotency key, so that a retry gets the same id. */
  newId?: string | undefined;
  parentFolderId?: string | null | undefined;
};

/**
 * Creates a folder in a workspace. If there already is one with this id, name and parent, it stays as it is.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace, FORBIDDEN, BAD_REQUEST if the name or the parent is invalid,
 *   CONFLICT if the id is taken or the workspace has too many folders, SERVICE_UNAVAILABLE
 */
export async function createFolder(
  { workspaceId, name: sentName, parentFolderId = null, ...sent }: NewFolder,
  caller: Caller,
): Promise<Folder> {
  requireRole(workspaceId, 'editor', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  const name = parseShownName(sentName, { path: 'folderName', maxCharacters: MAX_FOLDER_NAME_CHARACTERS });
  const id = sent.id ?? sent.newId ?? createId();
  const origin = changeOrigin(caller);
  const created: Folder = { id, name, parentFolderId, createdAt: origin.at, updatedAt: origin.at };
  const change = { ...origin, action: 'createFolder' as const, workspaceId, folderId: id };
  const folders = await rewriteFolders(change, (before) => {
    const existing = before.find((folder) => folder.id === id);
    // An earlier attempt of the same request can have created it.
    const isSame = existing?.name === name && existing.parentFolderId === parentFolderId;
    if (isSame || (existing && id === sent.newId)) return before;
    if (existing) {
      const message = 'The workspace has another folder with this id';
      throw new ServiceError('CONFLICT', message, { issues: [{ path: 'id', message }] });
    }
    if (before.length >= MAX_FOLDERS) {
      throw new ServiceError('CONFLICT', `A workspace can have at most ${MAX_FOLDERS} folders`);
    }
    assertMayBeIn(before, created, parentFolderId, 'parentFolderId');
    return [created, ...before];
  });
  return requireFolder(folders, id);
}
