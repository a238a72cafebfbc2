import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeWorkspace, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { name } from '#lib/workspaces/name-schema.ts';
import { workspace } from '#lib/workspaces/workspace-schema.ts';

export const renameWorkspaceContract = defineEndpoint({
  id: 'rename-workspace',
  method: 'PATCH',
  path: '/v1/workspaces/{workspaceId}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Rename a workspace',
  description: 'Renames a workspace. Names have 1 to 100 characters and need not be unique.',
  request: { params: z.object({ workspaceId: z.string() }), body: z.object({ name }) },
  response: () => z.object({ workspace }),
  errors: [],
  table: { reads: [], writes: ['WORKSPACE'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      body: { name: 'Support team' },
      response: { workspace: makeWorkspace() },
    },
  };
}
