import type { MovedFolder } from '#apps/cli/moving/report/moved-folder.ts';
import { type Source, type SourceFolder, SourceUnreadableError } from '#apps/cli/moving/source/source.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { MAX_FOLDER_NAME_CHARACTERS } from '#lib/bots/folders/folder.ts';
import type { MoveRequest, MoveState, MoveStep } from './move-state.ts';

/**
 * Creates the folders of the source's workspaces under the same ids, which bots bring along. One that is here already stays as
 * it is: a team may have renamed or moved it.
 */
export const moveFolders: MoveStep = async (state, { source, client, workspaces, isDryRun }) => {
  const folders: MovedFolder[] = [];
  for (const { id, workspaceId } of workspaces) {
    const found = await listFolders(source, id);
    if ('reason' in found) {
      folders.push({ id: '*', name: '*', workspaceId, outcome: 'unreadable', reason: found.reason });
    } else if (found.length > 0) {
      folders.push(...(await moveListedFolders(found, { client, workspaceId, isDryRun })));
    }
  }
  return { ...state, folders };
};

/** With --watch, folders are looked up only when a bot has changed. */
export const moveFoldersOfNews: MoveStep = async (state: MoveState, request: MoveRequest) => {
  const hasNews = state.moves.some(({ report }) => ['created', 'updated'].includes(report.outcome));
  return hasNews ? await moveFolders(state, request) : state;
};

/** Old versions have no folders. If the source is down, the next step says so. */
async function listFolders(
  source: Source,
  workspaceId: string,
): Promise<SourceFolder[] | { reason: string }> {
  try {
    return await source.listFolders(workspaceId);
  } catch (error) {
    if (error instanceof SourceUnreadableError) return { reason: error.message };
    throw error;
  }
}

type Target = { client: Client; workspaceId: string; isDryRun: boolean };

/** @param folders parents first */
async function moveListedFolders(
  folders: readonly SourceFolder[],
  { client, workspaceId, isDryRun }: Target,
): Promise<MovedFolder[]> {
  const existing = await client.listFolders({ query: { workspaceId, all: 'true' } });
  const ids = new Set(existing.folders.map(({ id }) => id));
  const moved: MovedFolder[] = [];
  for (const folder of folders) {
    const { id, parentFolderId } = folder;
    const about = { id, name: toFolderName(folder.name), workspaceId };
    if (ids.has(id)) moved.push({ ...about, outcome: 'unchanged' });
    else if (isDryRun) moved.push({ ...about, outcome: 'movable' });
    else {
      // Folders in a refused one are still better off at the top.
      const parent = parentFolderId !== null && ids.has(parentFolderId) ? parentFolderId : null;
      moved.push(await createMovedFolder(client, about, parent));
      if (moved.at(-1)?.outcome === 'created') ids.add(id);
    }
  }
  return moved;
}

/** Statuses of ids that are not valid, trees that are too deep, too many folders, and tokens without the role. */
const REFUSALS = [400, 403, 409];

async function createMovedFolder(
  client: Client,
  folder: Omit<MovedFolder, 'outcome'>,
  parentFolderId: string | null,
): Promise<MovedFolder> {
  const { id, name, workspaceId } = folder;
  try {
    await client.createFolder({ body: { workspaceId, id, folderName: name, parentFolderId } });
    return { ...folder, outcome: 'created' };
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error;
    return { ...folder, outcome: 'refused', reason: error.issues[0]?.message ?? error.message };
  }
}

/** Returns a name that the service takes. Names of the source can be empty, and of any length. */
function toFolderName(name: string): string {
  const shown = name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return [...shown].slice(0, MAX_FOLDER_NAME_CHARACTERS).join('').trim() || 'Untitled';
}
