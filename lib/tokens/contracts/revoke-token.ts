import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { token } from '../token-schema.ts';

export const revokeTokenContract = defineEndpoint({
  id: 'revoke-token',
  method: 'DELETE',
  path: '/v1/workspaces/{workspaceId}/tokens/{tokenId}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Revoke a token',
  description:
    'Ends a token; the gateway forgets it within a minute. A token may revoke itself. Revoking again changes nothing. ' +
    'Also for admins of the workspace that created this one.',
  request: { params: z.object({ workspaceId: z.string(), tokenId: z.string() }) },
  response: z.object({ token }),
  errors: [],
  // In another workspace than the caller's own, access depends on who made it.
  table: { reads: ['WORKSPACE'], writes: ['TOKEN'], lists: ['tokens'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});
