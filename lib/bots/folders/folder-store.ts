import type { Change } from '#lib/platform/audit/change.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { ConditionFailedError, getItem, type Item, putItem } from '#lib/platform/store/dynamodb.ts';
import { isId, keys } from '#lib/platform/store/keys.ts';
import type { Folder } from './folder.ts';

/*
 * All folders of a workspace are one item. A change reads it, and writes it on the condition that nobody else has in the
 * meantime: no two changes together can make a cycle. Decision: docs/decisions/0077-folders-are-one-item.md
 */

/** Upper bound for retries: fifty concurrent writers need about fifty in the worst case. */
const MAX_ATTEMPTS = 60;

type FolderTree = {
  folders: readonly Folder[];
  /** Number of times that the item was written. 0 if there is none. */
  version: number;
};

/** Returns all folders of a workspace, newest first. */
export async function readFolders(workspaceId: string): Promise<readonly Folder[]> {
  return (await readTree(workspaceId)).folders;
}

/**
 * Changes a workspace's folders, and tries again if they were changed at the same time.
 *
 * @param rewrite returns the same list if there is nothing to change
 * @throws SERVICE_UNAVAILABLE, and whatever `rewrite` throws
 */
export async function rewriteFolders(
  change: Change,
  rewrite: (folders: readonly Folder[]) => readonly Folder[],
): Promise<readonly Folder[]> {
  for (let attempt = 1; ; attempt++) {
    const tree = await readTree(change.workspaceId);
    const folders = rewrite(tree.folders);
    if (folders === tree.folders || (await isSaved(folders, tree.version, change))) return folders;
    if (attempt === MAX_ATTEMPTS) {
      const message = 'The folders are being changed too often; please try again';
      throw new ServiceError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 1 });
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * Math.min(attempt, 10)));
  }
}

async function readTree(workspaceId: string): Promise<FolderTree> {
  const item = isId(workspaceId) ? await getItem(keys.folders(workspaceId)) : undefined;
  if (!item) return { folders: [], version: 0 };
  const folders = (item.folders as Item[]).map(toFolder);
  return { folders: folders.toSorted(compareByAge), version: item.version as number };
}

/** @returns false if the folders have changed since that version */
async function isSaved(folders: readonly Folder[], version: number, change: Change): Promise<boolean> {
  const { workspaceId } = change;
  const item = {
    ...keys.folders(workspaceId),
    workspaceId,
    folders: folders.map(toStored),
    version: version + 1,
    change,
  };
  const condition =
    version === 0
      ? { expression: 'attribute_not_exists(pk)' }
      : {
          expression: '#version = :version',
          names: { '#version': 'version' },
          values: { ':version': version },
        };
  try {
    await putItem(item, condition);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // The first attempt may have succeeded, and only its response was lost.
    return (error.item?.change as Change | undefined)?.id === change.id;
  }
}

/** Undefined rather than null: an absent attribute takes no space. */
function toStored({ parentFolderId, ...folder }: Folder): Item {
  return { ...folder, parentFolderId: parentFolderId ?? undefined };
}

function toFolder({ id, name, parentFolderId, createdAt, updatedAt }: Item): Folder {
  return {
    id: String(id),
    name: String(name),
    parentFolderId: parentFolderId === undefined ? null : String(parentFolderId),
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
  };
}

/** Newest first, and by id if they are of the same age. */
function compareByAge(a: Folder, b: Folder): number {
  const [first, second] = [`${a.createdAt}#${a.id}`, `${b.createdAt}#${b.id}`];
  return first < second ? 1 : -1;
}
