import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { madeWorkspace, workspaceWithRole } from '../workspace-schema.ts';

export const listWorkspacesContract = defineEndpoint({
  id: 'list-workspaces',
  method: 'GET',
  path: '/v1/workspaces',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List workspaces',
  description:
    'The workspaces that the token has a role in, newest first. For an admin also `made`: a page of the workspaces that ' +
    'were created with a token of its own one, or of one created so. It can list and revoke their tokens, and do ' +
    'nothing else there. `cursor` is for further pages of `made`.',
  request: { query: z.object({ cursor: z.string().optional() }) },
  response: z.object({
    workspaces: z.array(workspaceWithRole),
    made: z.array(madeWorkspace).optional(),
    nextCursor: z.string().optional(),
  }),
  errors: [],
  table: { reads: ['WORKSPACE'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});
