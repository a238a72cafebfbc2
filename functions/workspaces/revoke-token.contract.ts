import * as z from 'zod';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { token } from '#lib/workspaces/tokens/token-schema.ts';

export const revokeTokenContract = defineEndpoint({
  id: 'revoke-token',
  method: 'DELETE',
  path: '/v1/workspaces/{workspaceId}/tokens/{tokenId}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Revoke a token',
  description:
    'Revokes a token; the gateway stops accepting it within a minute. A token may revoke itself. Idempotent. ' +
    'Also open to admins of the workspace that created this one.',
  request: { params: z.object({ workspaceId: z.string(), tokenId: z.string() }) },
  response: () => z.object({ token }),
  errors: [],
  // WORKSPACE: access to another workspace's tokens depends on who created it.
  table: { reads: ['WORKSPACE'], writes: ['TOKEN'], lists: ['tokens'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});
