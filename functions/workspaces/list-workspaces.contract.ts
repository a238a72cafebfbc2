import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeWorkspaceWithRole } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { madeWorkspace, workspaceWithRole } from '#lib/workspaces/workspace-schema.ts';

export const listWorkspacesContract = defineEndpoint({
  id: 'list-workspaces',
  method: 'GET',
  path: '/v1/workspaces',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List workspaces',
  description:
    'Returns the workspaces in which the token has a role, newest first. For an admin, `made` is a page of the ' +
    'workspaces created with a token of its workspace, or of one created that way. The admin can list and ' +
    'revoke their tokens, but has no other access. `cursor` is for further pages of `made`.',
  request: { query: z.object({ cursor: z.string().optional() }) },
  response: () =>
    z.object({
      workspaces: z.array(workspaceWithRole),
      made: z.array(madeWorkspace).optional(),
      nextCursor: z.string().optional(),
    }),
  errors: [],
  table: { reads: ['WORKSPACE'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: { response: { workspaces: [makeWorkspaceWithRole()], made: [] } },
  };
}
