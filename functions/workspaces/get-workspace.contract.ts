import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeWorkspaceWithRole, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { workspaceWithRole } from '#lib/workspaces/workspace-schema.ts';

export const getWorkspaceContract = defineEndpoint({
  id: 'get-workspace',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Get a workspace',
  description: "Returns a workspace with the token's role in it.",
  request: { params: z.object({ workspaceId: z.string() }) },
  response: () => z.object({ workspace: workspaceWithRole }),
  errors: [],
  table: { reads: ['WORKSPACE'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      response: { workspace: makeWorkspaceWithRole() },
    },
  };
}
