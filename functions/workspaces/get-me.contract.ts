import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeTokenFields, makeWorkspaceWithRole } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { token } from '#lib/workspaces/tokens/token-schema.ts';
import { workspaceWithRole } from '#lib/workspaces/workspace-schema.ts';

export const getMeContract = defineEndpoint({
  id: 'get-me',
  method: 'GET',
  path: '/v1/me',
  api: 'management',
  auth: 'bearer',
  role: 'viewer',
  summary: 'Who am I',
  description: 'Returns the token of the request, and the workspaces in which it has a role.',
  // The token is looked up by its digest: see lib/workspaces/tokens/get-me.ts.
  request: { headers: z.object({ authorization: z.string().optional() }) },
  response: () =>
    z.object({ token: token.omit({ revokedAt: true }), workspaces: z.array(workspaceWithRole) }),
  errors: [],
  table: { reads: ['TOKEN', 'WORKSPACE'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      response: {
        token: { ...makeTokenFields(), lastUsedOn: '2026-03-04' },
        workspaces: [makeWorkspaceWithRole()],
      },
    },
  };
}
