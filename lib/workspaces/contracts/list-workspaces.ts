import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { workspaceWithRole } from '../workspace-schema.ts';

export const listWorkspacesContract = defineEndpoint({
  id: 'list-workspaces',
  method: 'GET',
  path: '/v1/workspaces',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'List workspaces',
  description: 'The workspaces that the token has a role in, newest first.',
  request: {},
  response: z.object({ workspaces: z.array(workspaceWithRole) }),
  errors: [],
  table: { reads: ['WORKSPACE'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});
