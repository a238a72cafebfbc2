import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeFolder, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { folderId, folderName, folderResponse } from './folder-schema.ts';

export const createFolderContract = defineEndpoint({
  id: 'create-folder',
  method: 'POST',
  path: '/v1/folders',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Create a folder',
  description:
    'Creates a folder in a workspace, or in another folder. Without `folderName` it is called Untitled. With `id`, bots that ' +
    'name this id in `folderId` are in it; a folder that has the same id, name and parent stays as it is. A workspace can have ' +
    '500 folders, nested up to 10 deep.',
  request: {
    body: z.object({
      workspaceId: text,
      folderName: folderName.optional(),
      parentFolderId: text.nullish(),
      id: folderId.optional(),
    }),
  },
  response: folderResponse,
  errors: ['CONFLICT'],
  table: { reads: ['FOLDERS'], writes: ['FOLDERS'] },
  idempotent: true,
  memoryMb: 512,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      body: { workspaceId: WORKSPACE_ID, folderName: makeFolder().name },
      response: { folder: makeFolder() },
    },
    properties: { id: 'The id that the folder gets' },
  };
}
