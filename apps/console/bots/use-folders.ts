import type { Client } from '#apps/client/client.ts';
import { getAncestors } from '#lib/bots/folders/folder-tree.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { useSession } from '../session/session.ts';

export type NamedFolder = Awaited<ReturnType<Client['listFolders']>>['folders'][number];

/** Loads all folders of the workspace. */
export function useFolders(): Load<readonly NamedFolder[]> {
  const { client, workspace } = useSession();
  return useLoad<readonly NamedFolder[]>(`folders:${workspace.id}`, async (signal) => {
    const query = { workspaceId: workspace.id, all: 'true' as const };
    return (await client.listFolders({ query, signal })).folders;
  });
}

/** Returns the folder with the folders around it, the outermost first. Empty if no folder has the id. */
export function getPath(folders: readonly NamedFolder[], folderId: string): readonly NamedFolder[] {
  const folder = folders.find(({ id }) => id === folderId);
  return folder ? [folder, ...getAncestors(folders, folder)].toReversed() : [];
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the folders in another one, or at the top, by name. */
export function getFoldersIn(
  folders: readonly NamedFolder[],
  parentFolderId: string | null,
): readonly NamedFolder[] {
  return folders
    .filter((folder) => folder.parentFolderId === parentFolderId)
    .toSorted((a, b) => byName.compare(a.name, b.name));
}

/** Returns all folders as a tree is read, each with the number of folders around it. */
export function toTreeRows(
  folders: readonly NamedFolder[],
  parentFolderId: string | null = null,
  depth = 0,
): readonly { folder: NamedFolder; depth: number }[] {
  return getFoldersIn(folders, parentFolderId).flatMap((folder) => [
    { folder, depth },
    ...toTreeRows(folders, folder.id, depth + 1),
  ]);
}
