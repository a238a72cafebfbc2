import { createFolder } from '#lib/bots/folders/create-folder.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createFolderContract } from './create-folder.contract.ts';
import { presentFolder } from './folder-schema.ts';

export const handler = endpointHandler(createFolderContract, async ({ body, newId, caller }) => {
  const { folderName: name = 'Untitled', ...more } = body;
  const folder = await createFolder({ ...more, name, newId }, caller);
  return { body: { folder: presentFolder(folder, body.workspaceId) } };
});
