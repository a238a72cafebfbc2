import { updateFolder } from '#lib/bots/folders/update-folder.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { presentFolder } from './folder-schema.ts';
import { updateFolderContract } from './update-folder.contract.ts';

export const handler = endpointHandler(updateFolderContract, async ({ params, body, caller }) => {
  const { workspaceId } = body;
  const folder = await updateFolder({ ...params, workspaceId }, body.folder, caller);
  return { body: { folder: presentFolder(folder, workspaceId) } };
});
