import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeFolder, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { queryFlag } from '#lib/platform/http/query-boolean.ts';
import { presentedFolder } from './folder-schema.ts';

export const listFoldersContract = defineEndpoint({
  id: 'list-folders',
  method: 'GET',
  path: '/v1/folders',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List folders',
  description:
    'Returns the folders in `parentFolderId`, newest first; without it, or with `root`, those that are in no folder; with ' +
    '`all=true` all folders of the workspace. There are at most 500, nested up to 10 deep.',
  request: {
    query: z.object({ workspaceId: z.string(), parentFolderId: z.string().optional(), all: queryFlag }),
  },
  response: () => z.object({ folders: z.array(presentedFolder()) }),
  errors: [],
  table: { reads: ['FOLDERS'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { query: { workspaceId: WORKSPACE_ID }, response: { folders: [makeFolder()] } },
    parameters: {
      parentFolderId: 'The folder whose folders are listed',
      all: 'Whether to list all folders of the workspace, wherever they are',
    },
    properties: { folders: 'The folders, newest first' },
  };
}
