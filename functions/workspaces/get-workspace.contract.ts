import * as z from 'zod';
import { COMPATIBLE_ACCESS, toCompatibleAccess } from '#lib/platform/auth/compatible-access.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { compatibleWorkspace, toCompatibleWorkspace } from '#lib/workspaces/compatible-workspace.ts';
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
  compatibility: [
    {
      path: '/v1/workspaces/{workspaceId}',
      note:
        'All fields but `id`, `name`, `createdAt` and `role` are for clients of Typebot, and the same for ' +
        'every workspace; `updatedAt` and `lastActivityAt` are the time of its creation. `currentUserMode` is `write` ' +
        'for admins.',
      fromResponse: ({ workspace }, { params, caller }) => ({
        workspace: toCompatibleWorkspace(workspace as JsonObject),
        currentUserMode: toCompatibleAccess(caller, params.workspaceId, 'admin'),
      }),
      schemas: () => ({
        response: z.object({ workspace: compatibleWorkspace(), currentUserMode: z.enum(COMPATIBLE_ACCESS) }),
      }),
    },
  ],
});
