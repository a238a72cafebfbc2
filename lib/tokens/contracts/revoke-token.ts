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
    'Ends a token; the gateway forgets it within a minute. A token may revoke itself. Revoking again changes nothing.',
  request: { params: z.object({ workspaceId: z.string(), tokenId: z.string() }) },
  response: z.object({ token }),
  errors: [],
  table: { reads: [], writes: ['TOKEN'], lists: ['tokens'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});
