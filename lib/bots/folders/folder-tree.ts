import { badRequest } from '#lib/platform/errors/service-error.ts';
import { type Folder, MAX_FOLDER_DEPTH, MAX_FOLDERS } from './folder.ts';

type TreeFolder = Pick<Folder, 'id' | 'parentFolderId'>;

/** Returns a folder's parent, the parent's parent and so on. Ends if a folder comes twice. */
export function getAncestors<F extends TreeFolder>(folders: readonly F[], { id, parentFolderId }: F): F[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const ancestors = new Map<string, F>();
  let parent = byId.get(parentFolderId ?? '');
  while (parent && parent.id !== id && !ancestors.has(parent.id)) {
    ancestors.set(parent.id, parent);
    parent = byId.get(parent.parentFolderId ?? '');
  }
  return [...ancestors.values()];
}

/**
 * Checks that a folder, with everything in it, may be in another folder.
 *
 * @param folders all folders of the workspace, with or without the folder itself
 * @param path of the parent's id in the request
 * @throws BAD_REQUEST if the parent does not exist, is the folder or in it, or the tree would become too deep
 */
export function assertMayBeIn(
  folders: readonly TreeFolder[],
  folder: TreeFolder,
  parentFolderId: string | null,
  path: string,
): void {
  if (parentFolderId === null) return;
  const parent = folders.find(({ id }) => id === parentFolderId);
  if (!parent) throw badRequest(path, 'The workspace has no folder with this id');
  const around = [parent, ...getAncestors(folders, parent)];
  if (around.some(({ id }) => id === folder.id)) {
    throw badRequest(path, 'A folder cannot be in itself or in one of its subfolders');
  }
  if (around.length + getHeight(folders, folder) > MAX_FOLDER_DEPTH) {
    throw badRequest(path, `Folders can be nested at most ${MAX_FOLDER_DEPTH} deep`);
  }
}

/** Returns the number of folders on the longest way from a folder down, itself included. */
function getHeight(folders: readonly TreeFolder[], folder: TreeFolder): number {
  const steps = folders.map((other) => getAncestors(folders, other).findIndex(({ id }) => id === folder.id));
  return 2 + Math.max(-1, ...steps);
}

/** Whether each parent exists, none is in itself, and there are not more or deeper folders than allowed. */
export function isSoundTree(folders: readonly TreeFolder[]): boolean {
  const ids = new Set(folders.map(({ id }) => id));
  if (ids.size !== folders.length || folders.length > MAX_FOLDERS) return false;
  return folders.every((folder) => {
    const top = [folder, ...getAncestors(folders, folder)];
    return top.at(-1)?.parentFolderId === null && top.length <= MAX_FOLDER_DEPTH;
  });
}
