import type { OperationData } from '#apps/client/client.ts';
import { getAncestors } from '#lib/bots/folders/folder-tree.ts';
import type { Service } from './connection.ts';

export type ListedFolder = OperationData<'listFolders'>['folders'][number];

type NamedFolder = Pick<ListedFolder, 'id' | 'name' | 'parentFolderId'>;

/** Help text of an argument that names a folder. */
export const FOLDER_WORDS = 'id, or path of names such as Marketing/Campaigns; root: in no folder';

export async function fetchFolders({ client }: Service, workspaceId: string): Promise<ListedFolder[]> {
  return (await client.listFolders({ query: { workspaceId, all: 'true' } })).folders;
}

/**
 * Returns the names from the outermost folder to this one.
 *
 * @example
 * const marketing = { id: 'm', name: 'Marketing', parentFolderId: null };
 * const campaigns = { id: 'c', name: 'Campaigns', parentFolderId: 'm' };
 * formatFolderPath([marketing, campaigns], campaigns); // 'Marketing/Campaigns'
 */
export function formatFolderPath(folders: readonly NamedFolder[], folder: NamedFolder): string {
  return [folder, ...getAncestors(folders, folder)]
    .map(({ name }) => name)
    .toReversed()
    .join('/');
}

/**
 * Finds a folder by its id or its path.
 *
 * @returns null for `root`
 * @throws Error if there is none, or several have this path
 */
export function findFolder(folders: readonly ListedFolder[], named: string): ListedFolder | null {
  if (named === 'root') return null;
  const byId = folders.find(({ id }) => id === named);
  if (byId) return byId;
  const [found, ...others] = folders.filter((folder) => formatFolderPath(folders, folder) === named);
  if (!found) throw new Error(`There is no folder ${named}: bots folders list shows all`);
  if (others.length > 0) {
    throw new Error(`${others.length + 1} folders are called ${named}: name one by its id`);
  }
  return found;
}

/** Finds a folder as `findFolder` does, where `root` makes no sense. */
export function requireFolderNamed(folders: readonly ListedFolder[], named: string): ListedFolder {
  const folder = findFolder(folders, named);
  if (!folder) throw new Error('root is not a folder');
  return folder;
}
