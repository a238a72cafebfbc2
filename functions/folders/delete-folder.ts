import { deleteFolder, MOVING_MS } from '#lib/bots/folders/delete-folder.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { deleteFolderContract } from './delete-folder.contract.ts';
import { presentFolder } from './folder-schema.ts';

export const handler = endpointHandler(deleteFolderContract, async ({ params, body, caller }) => {
  const folder = await deleteFolder({ ...params, ...body }, MOVING_MS, caller);
  return { body: { folder: presentFolder(folder, body.workspaceId) } };
});
