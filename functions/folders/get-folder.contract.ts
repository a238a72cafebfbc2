import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { FOLDER_ID, makeFolder, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { folderResponse } from './folder-schema.ts';

export const getFolderContract = defineEndpoint({
  id: 'get-folder',
  method: 'GET',
  path: '/v1/folders/{folderId}',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get a folder',
  description: 'Returns a folder of a workspace.',
  request: {
    params: z.object({ folderId: z.string() }),
    query: z.object({ workspaceId: z.string() }),
  },
  response: folderResponse,
  errors: [],
  table: { reads: ['FOLDERS'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { folderId: FOLDER_ID },
      query: { workspaceId: WORKSPACE_ID },
      response: { folder: makeFolder() },
    },
  };
}
