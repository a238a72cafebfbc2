import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { FOLDER_ID, makeFolder, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { folderName, folderResponse } from './folder-schema.ts';

export const updateFolderContract = defineEndpoint({
  id: 'update-folder',
  method: 'PATCH',
  path: '/v1/folders/{folderId}',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Rename or move a folder',
  description:
    'Changes the name of a folder, or the folder that it is in, with everything in it; null moves it out of all folders. ' +
    'Idempotent.',
  request: {
    params: z.object({ folderId: z.string() }),
    body: z.object({
      workspaceId: text,
      folder: z.object({ name: folderName.optional(), parentFolderId: text.nullish() }),
    }),
  },
  response: folderResponse,
  errors: [],
  table: { reads: ['FOLDERS'], writes: ['FOLDERS'] },
  memoryMb: 512,
  timeoutSeconds: 15,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { folderId: FOLDER_ID },
      body: { workspaceId: WORKSPACE_ID, folder: { name: 'Campaigns' } },
      response: { folder: { ...makeFolder(), name: 'Campaigns' } },
    },
  };
}
