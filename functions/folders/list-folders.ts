import { listFolders } from '#lib/bots/folders/list-folders.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { presentFolder } from './folder-schema.ts';
import { listFoldersContract } from './list-folders.contract.ts';

export const handler = endpointHandler(listFoldersContract, async ({ query, caller }) => {
  const { workspaceId, parentFolderId = 'root', all } = query;
  const parent = parentFolderId === 'root' ? null : parentFolderId;
  const which = { workspaceId, parentFolderId: all === 'true' ? undefined : parent };
  const folders = await listFolders(which, caller);
  return { body: { folders: folders.map((folder) => presentFolder(folder, workspaceId)) } };
});
