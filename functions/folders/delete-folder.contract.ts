import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { FOLDER_ID, makeFolder, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { MAX_TIMEOUT_SECONDS } from '#lib/platform/http/time-limits.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { folderResponse } from './folder-schema.ts';

export const deleteFolderContract = defineEndpoint({
  id: 'delete-folder',
  method: 'DELETE',
  path: '/v1/folders/{folderId}',
  api: 'management',
  auth: 'bearer',
  role: 'editor',
  summary: 'Delete a folder',
  description:
    'Deletes a folder. Its bots, archived ones too, and its folders move to the folder that it was in. If it has more bots than ' +
    'one request can move, the response is 503: send the request again. A bot that was put into the folder a moment before ' +
    'may keep its `folderId`, which then names no folder.',
  request: {
    params: z.object({ folderId: z.string() }),
    body: z.object({ workspaceId: text }),
  },
  response: folderResponse,
  errors: [],
  table: { reads: ['FOLDERS', 'BOT'], writes: ['FOLDERS', 'BOT'], lists: ['bots', 'archivedBots'] },
  memoryMb: 1024,
  timeoutSeconds: MAX_TIMEOUT_SECONDS,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { folderId: FOLDER_ID },
      body: { workspaceId: WORKSPACE_ID },
      response: { folder: makeFolder() },
    },
  };
}
