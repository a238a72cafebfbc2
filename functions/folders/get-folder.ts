import { getFolder } from '#lib/bots/folders/get-folder.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { presentFolder } from './folder-schema.ts';
import { getFolderContract } from './get-folder.contract.ts';

export const handler = endpointHandler(getFolderContract, async ({ params, query, caller }) => {
  const folder = await getFolder({ ...params, ...query }, caller);
  return { body: { folder: presentFolder(folder, query.workspaceId) } };
});
